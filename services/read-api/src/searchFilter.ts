import { canonicalChain, type IntentSearchQuery, nearestNetworkName } from '@shirube/contracts';
import type { SearchFilter } from '@shirube/search';
import { validationFailed } from '@shirube/service-kit';

type FilterParameters = Pick<
  IntentSearchQuery,
  'category' | 'chain' | 'status' | 'maxPricePerRequest' | 'currency'
>;

/** The filter that the parameters of a request ask for; a chain that nobody knows is a 400. */
export function searchFilter(query: FilterParameters): SearchFilter {
  const { category, chain, status, maxPricePerRequest, currency } = query;
  const canonical = chain === undefined ? undefined : canonicalChain(chain);
  if (chain !== undefined && canonical === undefined) {
    const nearest = nearestNetworkName(chain);
    throw validationFailed([
      {
        path: 'chain',
        message: `must be a known chain or a CAIP-2 id such as "eip155:8453"; did you mean "${nearest}"?`,
      },
    ]);
  }
  return {
    ...(category === undefined ? {} : { category }),
    ...(canonical === undefined ? {} : { chain: canonical }),
    ...(status === undefined ? {} : { status }),
    ...(currency === undefined ? {} : { currency }),
    ...(maxPricePerRequest === undefined
      ? {}
      : { maxPrice: { amount: maxPricePerRequest, exclusive: false } }),
  };
}
