import type { Check, Observed, PaymentTerms } from '@shirube/contracts';

/** A check as it was made. */
export interface SeenCheck extends Omit<Check, 'checkedAt'> {
  checkedAt: Date;
  /** The address at another host that the endpoint only leads to. */
  leadsTo?: string;
  /** What its challenge says beside the terms; undefined where there was none. */
  seen?: Observed;
}

/** Longer than any address that can be registered: what was cut never looks like one. */
const mostKept = 160;

/** What somebody else has written, in characters that can be stored and are few. */
const kept = (text: string): string => text.slice(0, mostKept).replace(/[^ -~]/g, '?');

/** What is kept of the terms that were observed. */
export const keptTerms = (terms: PaymentTerms): PaymentTerms =>
  Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, typeof value === 'string' ? kept(value) : value]),
  );

/** Ways to pay that are kept of a challenge. */
const mostAccepted = 20;

/** What is kept of what a challenge says beside the terms. */
export const keptObserved = ({ details, accepts = [] }: Observed): Observed => ({
  ...(details ? { details } : {}),
  accepts: accepts.slice(0, mostAccepted).map(({ scheme, network, asset, amount, payTo }) => ({
    scheme: kept(scheme),
    network: kept(network),
    asset: kept(asset),
    amount: kept(amount),
    payTo: kept(payTo),
  })),
});

/** What was declared and not observed just so: the rest is in what was observed (`declaredOf` puts it back). */
export const differingTerms = (declared: PaymentTerms, observed: PaymentTerms): PaymentTerms => {
  const seen = new Map<string, unknown>(Object.entries(observed));
  return Object.fromEntries(Object.entries(declared).filter(([name, value]) => seen.get(name) !== value));
};

/** SQL: what was declared when a check was made. */
export const declaredOf = `(observed - 'asset') || declared`;

/** In place of a check that the database refuses to store. */
export const unrecordable = ({ checkedAt, declared }: SeenCheck): SeenCheck => ({
  checkedAt,
  verdict: 'bad_challenge',
  detail: 'unrecordable',
  declared,
  observed: {},
});

/** Whether it is a value that the database has refused: it will again. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23|54)...$/.test(String(error.code));
