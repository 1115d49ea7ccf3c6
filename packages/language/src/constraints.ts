export interface PriceBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満 and "under": the price must stay below the amount. */
  exclusive: boolean;
  /** As written in catalogs (USDC, JPY); absent when the query named none or only dollars. */
  currency?: string;
}

/** What a query says about price, chain and status. */
export interface Constraints {
  maxPrice?: PriceBound;
  /** true when the query asks for services that cost nothing. */
  free?: true;
  /** The short name of a known network. */
  chain?: string;
  status?: 'verified' | 'unverified' | 'inactive';
}

export interface ConstrainedText {
  constraints: Constraints;
  /** The text without the words that stated a constraint. */
  rest: string;
}

/** Finds the constraints in a query and takes their words out of it. */
export function takeConstraints(text: string): ConstrainedText {
  return { constraints: {}, rest: text };
}
