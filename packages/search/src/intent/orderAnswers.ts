import type { IntentConstraints, Service } from '@shirube/contracts';
import { builtInRates, currencyFamily, type ExchangeRates, exchangeRate } from '@shirube/domain';
import { compareCodePoints } from '../document/nameKey.js';
import type { RankedService, Sort } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';
import { relevanceTest } from './confidence.js';

type Order = NonNullable<IntentConstraints['order']>;

/** The sort of a list that is requested in that order. */
export const listOrders: Record<Order, Sort> = {
  price: { by: 'price', order: 'asc' },
  newest: { by: 'createdAt', order: 'desc' },
  trust: { by: 'trustScore', order: 'desc' },
};

/**
 * Sorts the answers that are relevant by themselves in another order, ties by relevance. Prices in currencies without a
 * rate come after all others, by currency, and possible duplicates at the end.
 */
export function orderAnswers(
  ranked: readonly RankedService[],
  order: Order,
  rates: ExchangeRates = builtInRates,
): RankedService[] {
  const rateOf = ({ pricing }: Service) => exchangeRate(rates, pricing.currency, rates.base);
  const unknownCurrency = (service: Service) =>
    rateOf(service) === undefined ? currencyFamily(service.pricing.currency) : '';
  const price = (service: Service) => Number(service.pricing.pricePerRequest) * (rateOf(service) ?? 1);
  const compare: Record<Order, (a: Service, b: Service) => number> = {
    price: (a, b) => compareCodePoints(unknownCurrency(a), unknownCurrency(b)) || price(a) - price(b),
    newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
    trust: (a, b) => b.trustScore - a.trustScore,
  };
  return ranked
    .filter(relevanceTest(ranked))
    .map((found) => ({ found, service: parseService(found.service) }))
    .sort((a, b) => Number(a.found.isLast) - Number(b.found.isLast) || compare[order](a.service, b.service))
    .map(({ found }) => found);
}

/** 0 for free services, 1 for those with a free quota, 2 for all others. */
export function costPlace({ service }: Pick<RankedService, 'service'>): number {
  const { pricePerRequest, freeQuota = 0 } = parseService(service).pricing;
  return Number(pricePerRequest) === 0 ? 0 : freeQuota > 0 ? 1 : 2;
}

/** Moves the good answers that are free to the front, followed by those with a free quota. */
export function freeFirst(answers: readonly RankedService[]): RankedService[] {
  const isRelevant = relevanceTest(answers);
  const place = (found: RankedService) => (isRelevant(found) ? costPlace(found) : 2);
  return [...answers].sort((a, b) => place(a) - place(b));
}
