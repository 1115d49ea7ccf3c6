import { type GroupProvider, isHostProven, type Service } from '@shirube/contracts';
import { endpointHost, spellsName } from '@shirube/domain';

const separator = '\t';

/** Writes a decimal without zeros that say nothing. */
const plainPrice = (price: string): string => price.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');

/** Returns the provider name that a service states, if its host is proven or the domain of the provider spells it. */
export const providerName = (service: Service, domain: string): string | undefined =>
  isHostProven(service) || spellsName(domain, service.provider?.name ?? '') ? service.provider?.name : undefined;

/** Sorts claims of a name: whoever has proven the domain itself, or else a host of it, and did so first. */
const claimOf = ({ endpoint, ownerVerified }: Service, domain: string): string =>
  `${endpointHost(endpoint) === domain ? 0 : 1} ${ownerVerified?.at}`;
const unclaimed = '2';

/** Returns what of a service its provider is described by, as one value: engines count such values fast. */
export const offerOf = (service: Service, domain: string, currency: string, price: string): string =>
  [
    ...[domain, currency.toUpperCase(), plainPrice(price)],
    ...[isHostProven(service) ? claimOf(service, domain) : unclaimed, providerName(service, domain)],
  ].join(separator);

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
