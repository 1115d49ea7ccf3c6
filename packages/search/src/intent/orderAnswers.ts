import type { IntentConstraints, Service } from '@shirube/contracts';
import { currencyFamily } from '@shirube/domain';
import type { RankedService, Sort } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';

type Order = NonNullable<IntentConstraints['order']>;

/** Answers below this share of the best score must not come before it because of their price. */
const leastShare = 0.5;

/** The sort of a list that is requested in that order. */
export const listOrders: Record<Order, Sort> = {
  price: { by: 'price', order: 'asc' },
  newest: { by: 'createdAt', order: 'desc' },
  trust: { by: 'trustScore', order: 'desc' },
};

const compare: Record<Order, (a: Service, b: Service) => number> = {
  price: (a, b) => Number(a.pricing.pricePerRequest) - Number(b.pricing.pricePerRequest),
  newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
  trust: (a, b) => b.trustScore - a.trustScore,
};

/**
 * Sorts the good answers by another order, ties by relevance. Prices are comparable only within a family of currencies:
 * the family with the most answers comes first.
 */
export function orderAnswers(ranked: readonly RankedService[], order: Order): RankedService[] {
  const least = leastShare * (ranked[0]?.score ?? 0);
  const good = ranked
    .filter(({ score }) => score >= least)
    .map((found) => ({ found, service: parseService(found.service) }))
    .sort((a, b) => compare[order](a.service, b.service));
  const families = new Map<string, RankedService[]>();
  for (const { found, service } of good) {
    const family = order === 'price' ? currencyFamily(service.pricing.currency) : '';
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
  const least = leastShare * Math.max(...answers.map(({ score }) => score));
  const place = ({ score, service }: RankedService) => (score >= least ? costPlace(service) : 2);
  return [...answers].sort((a, b) => place(a) - place(b));
}
