import type { IntentConstraints, Service } from '@shirube/contracts';
import { currencyFamily, type ExchangeRates, exchangeRate } from '@shirube/domain';
import type { RankedService, Sort } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';
import { relevanceTest } from './confidence.js';

type Order = NonNullable<IntentConstraints['order']>;

/** The sort of a list that is requested in that order. */
export const listOrders: Record<Order, Sort> = {
  price: { by: 'price', order: 'asc' },
  newest: { by: 'createdAt', order: 'desc' },
  trust: { by: 'trustScore', order: 'desc' },
};

/**
 * Sorts the answers that are relevant by themselves in another order, ties by relevance. Prices of currencies without a
 * rate are comparable only within a family of currencies: the family with the most answers comes first.
 */
export function orderAnswers(
  ranked: readonly RankedService[],
  order: Order,
  rates: ExchangeRates | undefined,
): RankedService[] {
  const rateOf = ({ pricing }: Service) => rates && exchangeRate(rates, pricing.currency, rates.base);
  const price = (service: Service) => Number(service.pricing.pricePerRequest) * (rateOf(service) ?? 1);
  const compare: Record<Order, (a: Service, b: Service) => number> = {
    price: (a, b) => price(a) - price(b),
    newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
    trust: (a, b) => b.trustScore - a.trustScore,
  };
  const good = ranked
    .filter(relevanceTest(ranked))
    .map((found) => ({ found, service: parseService(found.service) }))
    .sort((a, b) => compare[order](a.service, b.service));
  const families = new Map<string, RankedService[]>();
  for (const { found, service } of good) {
    const isComparable = order !== 'price' || rateOf(service) !== undefined;
    const family = isComparable ? '' : currencyFamily(service.pricing.currency);
    families.set(family, [...(families.get(family) ?? []), found]);
  }
  return [...families.values()].sort((a, b) => b.length - a.length).flat();
}

/** 0 for free services, 1 for those with a free quota, 2 for all others. */
export function costPlace(service: ServiceJson): number {
  const { pricePerRequest, freeQuota = 0 } = parseService(service).pricing;
  return Number(pricePerRequest) === 0 ? 0 : freeQuota > 0 ? 1 : 2;
}

/** Moves the good answers that are free to the front, followed by those with a free quota. */
export function freeFirst(answers: readonly RankedService[]): RankedService[] {
  const isRelevant = relevanceTest(answers);
  const place = (found: RankedService) => (isRelevant(found) ? costPlace(found.service) : 2);
  return [...answers].sort((a, b) => place(a) - place(b));
}
