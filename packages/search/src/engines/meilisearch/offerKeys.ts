import type { Offer } from '@shirube/domain';
import type { SearchFilter } from '../../searchEngine.js';

/** Stands for any chain or any currency. */
const any = '*';

/** Returns a price, which is not negative, as text that sorts as the number does. */
function sortable(price: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(price);
  return bytes.toString('hex');
}

/**
 * Returns the values by which Meilisearch finds a service that is paid in several ways. Several conditions on an
 * attribute with several values may be met by different values, but a range is met by one value. So each value holds
 * chain, currency and price together.
 */
export const offerKeys = (offers: readonly Offer[]): string[] =>
  offers.flatMap(({ chain, currency, price, isComparable }) =>
    [chain, any].flatMap((on) =>
      // Prices in different currencies are compared only if a currency is asked for.
      [currency, ...(isComparable ? [any] : [])].map((of) => `${on} ${of} ${sortable(price)}=`),
    ),
  );

/** Returns the ranges of these values of which one must be met. */
export function offerRanges({ chains, currencies, minPrice, maxPrice }: SearchFilter): [from: string, to: string][] {
  // A value ends in "=", which sorts after the price alone and before the price with "~".
  const from = `${sortable(Number(minPrice?.amount ?? 0))}${minPrice?.exclusive ? '~' : ''}`;
  const to = `${sortable(Number(maxPrice?.amount ?? Number.POSITIVE_INFINITY))}${maxPrice?.exclusive ? '' : '~'}`;
  return (chains ?? [any]).flatMap((chain) =>
    (currencies ?? [any]).map((currency): [string, string] => {
      const paid = `${chain} ${currency}`.toLowerCase();
      return [`${paid} ${from}`, `${paid} ${to}`];
    }),
  );
}
