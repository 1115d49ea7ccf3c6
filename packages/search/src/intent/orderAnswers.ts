import { currencyFamily, type IntentConstraints, type Service } from '@shirube/contracts';
import type { RankedService, Sort } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';

type Order = NonNullable<IntentConstraints['order']>;

/** What answers less well than this share of the best is no answer to be put before it for its price. */
const leastShare = 0.5;

/** How a list is sorted that is asked for in that order. */
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
 * The good ones of ranked answers in another order, equal ones by relevance. Prices compare within a family of
 * currencies alone: the family with the most answers comes first.
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

/** The answers with those of the good ones in front that cost nothing, or that can be tried for nothing. */
export function freeFirst(answers: readonly RankedService[]): RankedService[] {
  const least = leastShare * Math.max(...answers.map(({ score }) => score));
  const isFirst = ({ score, service }: RankedService): boolean => {
    const { pricePerRequest, freeQuota = 0 } = parseService(service).pricing;
    return score >= least && (Number(pricePerRequest) === 0 || freeQuota > 0);
  };
  return [...answers].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}
