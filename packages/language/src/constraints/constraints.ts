import { currenciesOf, type ServiceStatus } from '@shirube/contracts';
import { findChains } from './chainConstraint.js';
import { findCurrency } from './currencyConstraint.js';
import { findFree } from './freeConstraint.js';
import { findOrder, type StatedOrder } from './orderConstraint.js';
import { findPrices, type StatedBound } from './priceConstraint.js';
import { findRefusal } from './refusals.js';
import { type Stated, without } from './stated.js';
import { findStatus } from './statusConstraint.js';
import { findUnclear } from './unclear.js';

/** What a query says about price, currency, chain, status and order. */
export interface Constraints {
  maxPrice?: StatedBound;
  minPrice?: StatedBound;
  /** A state's money (USD), which stands for every coin of its family, or the coin that was named (USDC). */
  currency?: string;
  /** Canonical; one of them is enough. */
  chains?: string[];
  notChains?: string[];
  status?: ServiceStatus;
  /** Whether what costs nothing is wanted, or can be tried for nothing. */
  free?: true;
  order?: StatedOrder;
}

export interface ConstrainedText {
  constraints: Constraints;
  /** What is expressly not wanted, as it was written. */
  refused: string[];
  /** What sounds like a constraint and is none that can be applied, as it was written. */
  notUnderstood: string[];
  /** The text without the words of all these. */
  rest: string;
}

/** More than these no sentence states. */
const MOST_OF_A_KIND = 3;

/** Finds the constraints in a query and takes their words out of it; words that only look like one stay. */
export function takeConstraints(text: string): ConstrainedText {
  const constraints: Constraints = {};
  const refused: string[] = [];
  const notUnderstood: string[] = [];
  let rest = text.normalize('NFKC');
  const take = <T>(stated: Stated<T> | undefined): T | undefined => {
    if (stated) rest = without(rest, stated);
    return stated?.value;
  };
  const takeEach = <T>(find: (text: string) => Stated<T> | undefined, use: (value: T) => void) => {
    for (let i = 0; i < MOST_OF_A_KIND; i += 1) {
      const value = take(find(rest));
      if (value === undefined) return;
      use(value);
    }
  };

  takeEach(findChains, ({ chains, isRefused }) => {
    const name = isRefused ? 'notChains' : 'chains';
    constraints[name] = [...new Set([...(constraints[name] ?? []), ...chains])];
  });
  const { prices, unclear } = findPrices(rest);
  for (const { value } of prices) {
    if (value.max) constraints.maxPrice ??= value.max;
    if (value.min) constraints.minPrice ??= value.min;
    if (value.currency) constraints.currency ??= value.currency;
  }
  for (const { value } of unclear) notUnderstood.push(value);
  for (const stated of [...prices, ...unclear].sort((a, b) => b.start - a.start))
    rest = without(rest, stated);

  const order = take(findOrder(rest));
  if (order) constraints.order = order;
  if (take(findFree(rest))) constraints.free = true;
  const currency = take(findCurrency(rest));
  // "2 cents, USDC": a coin that is named is that coin.
  const isOfAmount = constraints.currency && currenciesOf(constraints.currency).includes(currency ?? '');
  if (currency && (isOfAmount || !constraints.currency)) constraints.currency = currency;
  const status = take(findStatus(rest));
  if (status) constraints.status = status;
  takeEach(findUnclear, (value) => notUnderstood.push(value));
  takeEach(findRefusal, (value) => refused.push(...value));
  return { constraints, refused, notUnderstood, rest };
}
