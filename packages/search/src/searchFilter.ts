import type { IntentSearchQuery } from '@shirube/contracts';
import { chainOf, plainHost } from '@shirube/domain';
import type { SearchFilter } from './searchEngine.js';

type FilterParameters = Omit<IntentSearchQuery, 'q' | 'limit' | 'offset' | 'ignore' | 'group' | 'displayCurrency'>;

/** Returns the filter for the parameters of a request. */
export function searchFilter(query: FilterParameters): SearchFilter {
  const { category, chain, status, minPricePerRequest, maxPricePerRequest, currency, testnet } = query;
  const { minTrust, minUptime, language, host } = query;
  return {
    ...(category === undefined ? {} : { categories: [category].flat() }),
    ...(chain === undefined ? {} : { chains: [chain].flat().map(chainOf) }),
    ...(status === undefined ? {} : { status }),
    ...(host === undefined ? {} : { host: plainHost(host) }),
    ...(testnet === undefined ? {} : { testnet: testnet === 'true' }),
    ...(currency === undefined ? {} : { currencies: [currency] }),
    ...(minTrust === undefined ? {} : { minTrust }),
    ...(minUptime === undefined ? {} : { minUptime }),
    ...(language === undefined ? {} : { language }),
    ...(minPricePerRequest === undefined ? {} : { minPrice: { amount: minPricePerRequest, exclusive: false } }),
    ...(maxPricePerRequest === undefined ? {} : { maxPrice: { amount: maxPricePerRequest, exclusive: false } }),
  };
}
