import type { ServiceStatus } from '@shirube/contracts';

/** One end of the price range that a query accepts. */
interface StatedBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満, "under", "more than": the amount itself is excluded. */
  exclusive: boolean;
}

/** What a query says about price, currency, chain, status, trust, uptime and order. */
export interface Constraints {
  maxPrice?: StatedBound;
  minPrice?: StatedBound;
  /** A national currency (USD), which stands for every coin of its family, or the coin that was named (USDC). */
  currency?: string;
  notCurrencies?: string[];
  /** Canonical. A service needs only one of them. */
  chains?: string[];
  notChains?: string[];
  status?: ServiceStatus;
  /** Whether the service must be free or have a free quota. */
  free?: true;
  /** What should come first, although other services are accepted. */
  prefer?: 'free';
  minTrust?: number;
  /** In percent. */
  minUptime?: number;
  order?: 'price' | 'newest' | 'trust';
  /** How often the service would be called. */
  requestsPerMonth?: number;
}

/** What a query says, apart from what it is about. */
export interface ConstrainedText {
  constraints: Constraints;
  /** What is explicitly unwanted, as written. */
  refused: string[];
  /** What may be unwanted, as written. */
  doubted: string[];
  /** What is not required ("without a password"), as written. It stays in the text. */
  unneeded: string[];
  /** What sounds like a constraint but cannot be applied, as written. */
  notUnderstood: string[];
  /** The text without the words of all these. */
  rest: string;
  /** The rest without what is not required or cannot be applied, so that nobody is named by it. */
  naming: string;
}
