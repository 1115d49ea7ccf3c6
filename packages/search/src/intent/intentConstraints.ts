import { type ConstraintName, currenciesOf, type IntentConstraints } from '@shirube/contracts';
import type { QueryAnalysis } from '@shirube/language';
import type { SearchFilter } from '../searchEngine.js';

/**
 * The filter that holds both for the request and for what the query said, and what of the query went into it. Where
 * they speak of the same thing the request's own filter stands, except that the lower of two prices does. `ignored`
 * constraints are left out.
 */
export function applyConstraints(
  filter: SearchFilter,
  { maxPrice, free, chain, status }: QueryAnalysis['constraints'],
  ignored: readonly string[] = [],
): { filter: SearchFilter; constraints: IntentConstraints } {
  const applied: SearchFilter = { ...filter };
  const constraints: IntentConstraints = {};
  const counts = (name: ConstraintName) => !ignored.includes(name);
  if (chain !== undefined && filter.chains === undefined && counts('chain')) {
    applied.chains = [chain];
    constraints.chain = chain;
  }
  if (status !== undefined && filter.status === undefined && counts('status')) {
    applied.status = constraints.status = status;
  }
  const bound = free ? { amount: '0', exclusive: false } : maxPrice;
  if (bound && isLower(bound, filter.maxPrice) && counts('maxPricePerRequest')) {
    applied.maxPrice = { amount: bound.amount, exclusive: bound.exclusive };
    constraints.maxPricePerRequest = bound.amount;
    if (bound.exclusive) constraints.exclusive = true;
  }
  const currency = maxPrice?.currency;
  if (currency !== undefined && filter.currencies === undefined && counts('currency')) {
    applied.currencies = currenciesOf(currency);
    constraints.currency = currency;
  }
  return { filter: applied, constraints };
}

type Bound = NonNullable<SearchFilter['maxPrice']>;

function isLower(bound: Bound, other: Bound | undefined): boolean {
  if (!other) return true;
  const difference = Number(bound.amount) - Number(other.amount);
  return difference < 0 || (difference === 0 && bound.exclusive && !other.exclusive);
}
