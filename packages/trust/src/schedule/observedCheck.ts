import type { Check, Observed, PaymentTerms } from '@shirube/contracts';

export interface ObservedCheck extends Omit<Check, 'checkedAt'> {
  checkedAt: Date;
  /** The address on another host that the endpoint redirects to. */
  leadsTo?: string;
  /** What its challenge says apart from the terms; undefined if there was none. */
  observation?: Observed;
}

/** Longer than any address that can be registered, so a truncated value never looks like an address. */
const longestStored = 160;

/** Truncates untrusted text, and replaces characters that may not be storable. */
const storable = (text: string): string => text.slice(0, longestStored).replace(/[^ -~]/g, '?');

/** Returns the observed terms in the form in which they are stored. */
export const storedTerms = (terms: PaymentTerms): PaymentTerms =>
  Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
  );

/** The maximum number of payment options that are stored of a challenge. */
const mostAccepted = 20;

/** Returns what is stored of a challenge apart from the terms. */
export const storedObservation = ({ details, accepts = [] }: Observed): Observed => ({
  ...(details ? { details } : {}),
  accepts: accepts.slice(0, mostAccepted).map(({ scheme, network, asset, amount, payTo }) => ({
    scheme: storable(scheme),
    network: storable(network),
    asset: storable(asset),
    amount: storable(amount),
    payTo: storable(payTo),
  })),
});

/**
 * Returns the declared terms that differ from the observed ones. `declaredOf` restores the rest from what was observed.
 */
export const differingTerms = (declared: PaymentTerms, observed: PaymentTerms): PaymentTerms => {
  const observedValues = new Map<string, unknown>(Object.entries(observed));
  return Object.fromEntries(Object.entries(declared).filter(([name, value]) => observedValues.get(name) !== value));
};

/** SQL: the terms that were declared when a check was made. */
export const declaredOf = `(observed - 'asset') || declared`;

/** Replaces a check that the database refuses to store. */
export const unrecordable = ({ checkedAt, declared }: ObservedCheck): ObservedCheck => ({
  checkedAt,
  verdict: 'bad_challenge',
  detail: 'unrecordable',
  declared,
  observed: {},
});

/** Whether the database refused a value. A retry would fail again. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23|54)...$/.test(String(error.code));
