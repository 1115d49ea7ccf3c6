import type { Offer } from '@shirube/domain';
import type { SearchFilter } from '../../searchEngine.js';

/** Returns the test of the price bounds of a filter, or undefined if it has none. */
export function priceTest({ minPrice, maxPrice }: SearchFilter): ((price: number) => boolean) | undefined {
  if (minPrice === undefined && maxPrice === undefined) return undefined;
  const least = Number(minPrice?.amount ?? 0);
  const most = Number(maxPrice?.amount ?? Number.POSITIVE_INFINITY);
  return (price) =>
    (minPrice?.exclusive ? price > least : price >= least) && (maxPrice?.exclusive ? price < most : price <= most);
}

/** Returns the test of all conditions of a filter that one way to pay must meet together. */
export function offerTest(filter: SearchFilter): (offer: Offer) => boolean {
  const chains = filter.chains?.map((chain) => chain.toLowerCase());
  const currencies = filter.currencies?.map((currency) => currency.toLowerCase());
  const isPriced = priceTest(filter);
  return ({ chain, currency, price, isComparable }) =>
    (chains?.includes(chain) ?? true) &&
    (currencies?.includes(currency) ?? true) &&
    (!isPriced || ((isComparable || currencies !== undefined) && isPriced(price)));
}
