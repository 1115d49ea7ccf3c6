import { findChain } from './chainConstraint.js';
import { findFree } from './freeConstraint.js';
import { findPrice } from './priceConstraint.js';
import { findStatus } from './statusConstraint.js';

export interface PriceBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満 and "under": the price must stay below the amount. */
  exclusive: boolean;
  /** As catalogs write it (USDC, JPY); absent when the query named none, or dollars, which stand for any dollar coin. */
  currency?: string;
}

/** What a query says about price, chain and status. */
export interface Constraints {
  maxPrice?: PriceBound;
  /** true when the query asks for what costs nothing; `maxPrice` is 0 then. */
  free?: true;
  /** The short name of a known network. */
  chain?: string;
  status?: 'verified' | 'unverified' | 'inactive';
}

/** A constraint and where in the text it was stated. */
export interface Stated<T> {
  value: T;
  start: number;
  end: number;
}

export interface ConstrainedText {
  constraints: Constraints;
  /** The text without the words that stated a constraint. */
  rest: string;
}

/** Finds the constraints in a query and takes their words out of it; words that only look like one stay. */
export function takeConstraints(text: string): ConstrainedText {
  const constraints: Constraints = {};
  let rest = text.normalize('NFKC');
  const take = <T>(stated: Stated<T> | undefined): T | undefined => {
    if (!stated) return undefined;
    rest = `${rest.slice(0, stated.start)} ${rest.slice(stated.end)}`;
    return stated.value;
  };
  const price = take(findPrice(rest));
  if (price) constraints.maxPrice = price;
  else if (take(findFree(rest))) {
    constraints.free = true;
    constraints.maxPrice = { amount: '0', exclusive: false };
  }
  const chain = take(findChain(rest));
  if (chain) constraints.chain = chain;
  const status = take(findStatus(rest));
  if (status) constraints.status = status;
  return { constraints, rest };
}
