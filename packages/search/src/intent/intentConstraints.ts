import type { ConstraintName, IntentConstraints } from '@shirube/contracts';
import { currenciesOf } from '@shirube/domain';
import type { QueryAnalysis } from '@shirube/language';
import type { PriceBound, SearchFilter } from '../searchEngine.js';

/**
 * Combines the filter of the request with the constraints of the query, and returns the constraints that apply. If both
 * concern the same thing, the filter of the request wins, except that the narrower of two prices applies. `ignored`
 * constraints are left out.
 */
export function applyConstraints(
  filter: SearchFilter,
  { constraints: stated, refused }: Pick<QueryAnalysis, 'constraints' | 'refused'>,
  ignored: readonly string[] = [],
): { filter: SearchFilter; constraints: IntentConstraints } {
  const { maxPrice, minPrice, currency, notCurrencies, chains, notChains } = stated;
  const { status, free, minTrust, minUptime, prefer, order } = stated;
  const applied: SearchFilter = { ...filter };
  const constraints: IntentConstraints = {};
  const counts = (name: ConstraintName) => !ignored.includes(name);
  if (maxPrice && counts('maxPricePerRequest') && isNarrower(maxPrice, filter.maxPrice, -1)) {
    applied.maxPrice = maxPrice;
    constraints.maxPricePerRequest = maxPrice.amount;
    if (maxPrice.exclusive) constraints.exclusive = true;
  }
  if (minPrice && counts('minPricePerRequest') && isNarrower(minPrice, filter.minPrice, 1)) {
    applied.minPrice = minPrice;
    constraints.minPricePerRequest = minPrice.amount;
  }
  if (currency && counts('currency') && !filter.currencies) {
    applied.currencies = currenciesOf(currency);
    constraints.currency = currency;
  }
  if (notCurrencies && counts('notCurrencies') && !filter.currencies) {
    applied.notCurrencies = notCurrencies.flatMap(currenciesOf);
    constraints.notCurrencies = notCurrencies;
  }
  if (chains && counts('chains') && !filter.chains) applied.chains = constraints.chains = chains;
  if (notChains && counts('notChains') && !filter.chains) applied.notChains = constraints.notChains = notChains;
  if (status && counts('status') && !filter.status) {
    applied.status = constraints.status = status;
    delete applied.notStatus;
  }
  if (free && counts('free')) applied.free = constraints.free = free;
  if (minTrust !== undefined && counts('minTrust') && minTrust > (filter.minTrust ?? -1)) {
    applied.minTrust = constraints.minTrust = minTrust;
  }
  if (minUptime !== undefined && counts('minUptime') && minUptime > (filter.minUptime ?? -1)) {
    applied.minUptime = constraints.minUptime = minUptime;
  }
  if (prefer && counts('prefer')) constraints.prefer = prefer;
  if (order && counts('order')) constraints.order = order;
  if (refused.length > 0 && counts('without')) constraints.without = refused.map((tokens) => tokens.join(' '));
  return { filter: applied, constraints };
}

/** Whether a bound is narrower than another: a lower maximum price (-1) or a higher minimum price (1). */
function isNarrower(bound: PriceBound, other: PriceBound | undefined, direction: -1 | 1): boolean {
  if (!other) return true;
  const difference = direction * (Number(bound.amount) - Number(other.amount));
  return difference > 0 || (difference === 0 && bound.exclusive && !other.exclusive);
}
