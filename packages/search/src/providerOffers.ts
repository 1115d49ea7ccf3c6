import type { CatalogEntry, GroupProvider } from '@shirube/contracts';
import { spellsName } from '@shirube/domain';

const separator = '\t';

/** Writes a decimal without zeros that say nothing. */
const plainPrice = (price: string): string => price.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');

/** Returns the provider name that a service states, if it speaks for that or the domain of the provider spells it. */
export const providerName = ({ service: { provider }, claim }: CatalogEntry, domain: string): string | undefined =>
  claim || spellsName(domain, provider?.name ?? '') ? provider?.name : undefined;

/** Returns what of a service its provider is described by, as one value: engines count such values fast. */
export function offerOf(entry: CatalogEntry, domain: string, currency: string, price: string): string {
  const { claim = '2' } = entry;
  const name = providerName(entry, domain);
  // Who has proven the domain gets no name from others, but that of the domain if it states none itself.
  const naming = name === undefined && claim.startsWith('0') ? [`${claim}~`, domain] : [claim, name];
  return [domain, currency.toUpperCase(), plainPrice(price), ...naming].join(separator);
}

/** Makes decimals comparable as texts. */
function priceKey(price: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  return `${whole.padStart(20, '0')}.${fraction}`;
}

/** Describes providers by how many services have each value of `offerOf`. */
export function describeOffers(counts: ReadonlyMap<string, number>): Map<string, GroupProvider> {
  interface Found {
    services: number;
    /** How many services state each name, by the claim. */
    names: Map<string, { name: string; claim: string; count: number }>;
    prices: Map<string, string[]>;
  }
  const found = new Map<string, Found>();
  for (const [offer, count] of counts) {
    const [domain = '', currency = '', price = '', claim = '', name = ''] = offer.split(separator);
    const one: Found = found.get(domain) ?? { services: 0, names: new Map(), prices: new Map() };
    found.set(domain, one);
    one.services += count;
    one.prices.set(currency, [...(one.prices.get(currency) ?? []), price]);
    const key = claim + name;
    if (name !== '') one.names.set(key, { name, claim, count: (one.names.get(key)?.count ?? 0) + count });
  }
  const order = (a: string, b: string) => (a < b ? -1 : 1);
  return new Map(
    [...found].map(([domain, { services, names, prices }]) => {
      const [{ name } = { name: domain }] = [...names.values()].sort((a, b) =>
        a.claim === b.claim ? b.count - a.count || order(a.name, b.name) : order(a.claim, b.claim),
      );
      const ranges = [...prices].map(([currency, amounts]) => {
        amounts.sort((a, b) => order(priceKey(a), priceKey(b)));
        return { currency, min: amounts[0] ?? '', max: amounts.at(-1) ?? '' };
      });
      return [domain, { domain, name, services, prices: ranges.sort((a, b) => order(a.currency, b.currency)) }];
    }),
  );
}
