import { canonicalChain, type IntentSearchQuery } from '@shirube/contracts';
import type { SearchFilter } from '@shirube/search';

type FilterParameters = Pick<
  IntentSearchQuery,
  'category' | 'chain' | 'status' | 'minPricePerRequest' | 'maxPricePerRequest' | 'minTrust' | 'currency' | 'testnet'
>;

/** The filter that the parameters of a request ask for. */
export function searchFilter(query: FilterParameters): SearchFilter {
  const { category, chain, status, minPricePerRequest, maxPricePerRequest, minTrust, currency, testnet } = query;
  const canonical = chain === undefined ? undefined : canonicalChain(chain);
  return {
    ...(category === undefined ? {} : { category }),
    ...(canonical === undefined ? {} : { chains: [canonical] }),
    ...(status === undefined ? {} : { status }),
    ...(testnet === undefined ? {} : { testnet: testnet === 'true' }),
    ...(currency === undefined ? {} : { currencies: [currency] }),
    ...(minTrust === undefined ? {} : { minTrust }),
    ...(minPricePerRequest === undefined ? {} : { minPrice: { amount: minPricePerRequest, exclusive: false } }),
    ...(maxPricePerRequest === undefined ? {} : { maxPrice: { amount: maxPricePerRequest, exclusive: false } }),
  };
}
