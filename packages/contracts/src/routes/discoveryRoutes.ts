import {
  DiscoveryList,
  DiscoveryListQuery,
  DiscoveryMerchant,
  DiscoveryMerchantQuery,
  DiscoverySearchQuery,
  DiscoverySearchResult,
} from '../discovery.js';
import { read } from './routeContract.js';

/** Routes of the x402 discovery protocol. */
export const discoveryRoutes = {
  listResources: read('/discovery/resources', DiscoveryListQuery, DiscoveryList, {
    title: 'List resources, for x402 clients',
    description: [
      'The services in the format of the x402 discovery protocol (Bazaar). Inactive services are left out.',
      'So are services that the protocol cannot express: a price in a coin that is not known on its network, or finer than the smallest unit of the coin (/api/stats counts both).',
      'Every resource has the extension shirube. Other extensions find nothing.',
    ],
  }),
  listMerchant: read('/discovery/merchant', DiscoveryMerchantQuery, DiscoveryMerchant, {
    title: 'List services paid to an address, for x402 clients',
    description: [
      'The services that are paid to one address, in the format of the x402 discovery protocol.',
      'The same services are left out as in /discovery/resources.',
    ],
  }),
  searchResources: read('/discovery/search', DiscoverySearchQuery, DiscoverySearchResult, {
    title: 'Search resources, for x402 clients',
    description: [
      'The intent search, in Japanese and English, in the format of the x402 discovery protocol (Bazaar).',
      'The same services are left out as in /discovery/resources.',
      'The search cannot filter by the extension bazaar, and says so in `unappliedFilters`. Other extensions find nothing.',
    ],
  }),
};
