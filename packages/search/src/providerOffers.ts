import type { GroupProvider } from '@shirube/contracts';

const separator = '\t';

/** Writes a decimal without zeros that say nothing. */
const plainPrice = (price: string): string => price.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');

/** Returns what of a service its provider is described by, as one value: engines count such values fast. */
export const offerOf = (provider: string, currency: string, price: string, name = ''): string =>
  [provider, currency.toUpperCase(), plainPrice(price), name].join(separator);

/** Makes decimals comparable as texts. */
function priceKey(price: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  return `${whole.padStart(20, '0')}.${fraction}`;
}

/** Describes providers by how many services have each value of `offerOf`. */
export function describeOffers(counts: ReadonlyMap<string, number>): Map<string, GroupProvider> {
  const found = new Map<string, { services: number; names: Map<string, number>; prices: Map<string, string[]> }>();
  for (const [offer, count] of counts) {
    const [domain = '', currency = '', price = '', name = ''] = offer.split(separator);
    const one = found.get(domain) ?? { services: 0, names: new Map(), prices: new Map() };
    found.set(domain, one);
    one.services += count;
    one.prices.set(currency, [...(one.prices.get(currency) ?? []), price]);
    if (name !== '') one.names.set(name, (one.names.get(name) ?? 0) + count);
  }
  const order = (a: string, b: string) => (a < b ? -1 : 1);
  return new Map(
    [...found].map(([domain, { services, names, prices }]) => {
      const [[name] = [domain]] = [...names].sort(([a, x], [b, y]) => y - x || order(a, b));
      const ranges = [...prices].map(([currency, amounts]) => {
        amounts.sort((a, b) => order(priceKey(a), priceKey(b)));
        return { currency, min: amounts[0] ?? '', max: amounts.at(-1) ?? '' };
      });
      return [domain, { domain, name, services, prices: ranges.sort((a, b) => order(a.currency, b.currency)) }];
    }),
  );
}
