import {
  type CatalogEntry,
  chainOf,
  compileFaults,
  faultSentences,
  isDiscoverable,
  paymentAddressKey,
  SearchDocument,
} from '@shirube/contracts';
import { normalize } from '@shirube/language';
import { DocumentsRefused } from '../errors.js';
import { nameKey } from './nameKey.js';

/** Raised when a change to this function or to the terms of a text asks for every document to be made anew. */
export const documentVersion = 14;

const documentFaults = compileFaults(SearchDocument);

/** The chains that a service is paid on: where it is registered, and wherever else its challenge offers. */
function chainsOf({ supportedChains, accepts = [] }: CatalogEntry['service']): string[] {
  const offered = accepts.map(({ network }) => chainOf(network));
  const chains = supportedChains?.concat(offered).map((chain) => chain.toLowerCase());
  return chains?.filter((chain, index) => chains.indexOf(chain) === index);
}

/** The search document of a service; throws DocumentsRefused for one that violates the contract, and says how. */
export function toDocument({
  service,
  revision,
  isDuplicate = false,
  categoryLabel,
  categoryLabelJa,
}: CatalogEntry): SearchDocument {
  const said = [...(service.tags ?? []), ...(service.provider ? [service.provider.name] : [])];
  const document: SearchDocument = {
    id: service.id,
    revision,
    service,
    name: normalize(String(service.name)),
    categoryText: normalize([service.category, categoryLabel, categoryLabelJa ?? '', ...said].join(' ')),
    description: normalize(String(service.description)),
    nameKey: nameKey(String(service.name)),
    price: Number(service.pricing?.pricePerRequest),
    duplicate: isDuplicate ? 1 : 0,
    last: isDuplicate || service.testnet ? 1 : 0,
    silent: service.status === 'inactive' || service.testnet ? 1 : 0,
    trustScore: service.trustScore,
    status: service.status,
    category: service.category,
    chains: chainsOf(service),
    currency: String(service.pricing?.currency).toLowerCase(),
    freeQuota: service.pricing?.freeQuota ?? 0,
    updatedAt: Date.parse(service.updatedAt),
    payTo: paymentAddressKey(String(service.x402Config?.paymentAddress)),
    testnet: service.testnet ?? false,
    callType: service.call?.type ?? 'http',
    discoverable: false,
  };
  const faults = documentFaults(document);
  // What its price is in the units of a coin can be told once it is a price.
  if (!faults) return { ...document, discoverable: isDiscoverable(service) };
  throw new DocumentsRefused(`service ${service.id} cannot be indexed: ${faultSentences(faults).join(' ')}`);
}
