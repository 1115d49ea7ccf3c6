import { type Static, Type } from '@sinclair/typebox';
import { ServiceStatus, Timestamp } from './service.js';

/** What a verdict says of a service that was registered as it is. */
export type VerdictKind =
  /** It asks for what is registered. */
  | 'good'
  /** It is there, and asks for something else, or for nothing, or for what nobody can read. */
  | 'contradiction'
  /** It answers, and nothing can be told of what it asks for. */
  | 'neutral'
  /** Nobody can use it. */
  | 'failure'
  /** Nothing: it could not be asked. */
  | 'silent';

/** What may come of a check, and what that says. */
export const verdicts = {
  ok: 'good',
  wrong_price: 'contradiction',
  wrong_address: 'contradiction',
  wrong_network: 'contradiction',
  wrong_asset: 'contradiction',
  redirected: 'contradiction',
  no_challenge: 'contradiction',
  bad_challenge: 'contradiction',
  method_not_allowed: 'failure',
  blocked: 'failure',
  not_found: 'failure',
  server_error: 'failure',
  timeout: 'failure',
  tls: 'failure',
  dns: 'failure',
  refused: 'failure',
  template_url: 'silent',
} as const satisfies Record<string, VerdictKind>;

export type Verdict = keyof typeof verdicts;

export const Verdict = Type.Unsafe<Verdict>(
  Type.String({
    enum: Object.keys(verdicts),
    description:
      'ok; wrong_price, wrong_address, wrong_network, wrong_asset: payment is asked for, but not as registered; redirected: it only leads to another host; no_challenge: it answers without asking for payment; bad_challenge: what it asks for cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and cannot be asked.',
  }),
);

/** What is paid, as it was registered or as a challenge asked for it, as far as it is known. */
export const PaymentTerms = Type.Object({
  network: Type.Optional(Type.String()),
  payTo: Type.Optional(Type.String()),
  price: Type.Optional(
    Type.String({
      description: 'A plain decimal in the currency; absent where the coin is not known, and so not comparable.',
    }),
  ),
  currency: Type.Optional(Type.String()),
  asset: Type.Optional(Type.String({ description: 'Address of the coin on its network.' })),
  freeQuota: Type.Optional(Type.Integer({ description: 'Free requests, as registered.' })),
});
export type PaymentTerms = Static<typeof PaymentTerms>;

/** One check of a service, with its evidence. */
export const Check = Type.Object({
  checkedAt: Timestamp,
  verdict: Verdict,
  detail: Type.Optional(
    Type.String({ description: 'What happened more exactly, such as certificate or unknown_asset.' }),
  ),
  method: Type.Optional(Type.String({ description: 'Of the request that was judged; absent where none was sent.' })),
  httpStatus: Type.Optional(Type.Integer()),
  durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
  declared: PaymentTerms,
  observed: PaymentTerms,
});
export type Check = Static<typeof Check>;

/** What a check on request found, and the status that the service has after it. */
export const CheckResult = Type.Object({
  id: Type.String(),
  status: ServiceStatus,
  isNew: Type.Boolean({
    description: 'False where it was checked less than a minute ago: that check is told, and nothing was asked again.',
  }),
  check: Check,
});
export type CheckResult = Static<typeof CheckResult>;

/**
 * What a check says of its service. Who has registered free requests, or a price of nothing, may answer without asking
 * for payment: any page does, so that proves nothing. Neither does a price that nobody can compare.
 */
export function kindOf({ verdict, declared, observed }: Pick<Check, 'verdict' | 'declared' | 'observed'>): VerdictKind {
  const isFree = (declared.freeQuota ?? 0) > 0 || /^[0.]+$/.test(declared.price ?? '');
  if (verdict === 'no_challenge' && isFree) return 'neutral';
  return verdict === 'ok' && observed.price === undefined ? 'neutral' : verdicts[verdict];
}

/** Why a service has the status that it has, as the feed of changes and its history say it. */
export const statusReasons = [
  'operator',
  'edited',
  'confirmed',
  'wrong_address',
  'contradicted',
  'failing',
  'recovered',
  'opted_out',
  'source',
] as const;

export const StatusReason = Type.Unsafe<(typeof statusReasons)[number]>(
  Type.String({
    enum: [...statusReasons],
    description:
      'operator: set by hand; edited: its owner changed what was verified; confirmed: two checks saw what is registered; wrong_address: payment was asked to another address; contradicted: two checks saw something else than registered; failing: nothing but failures for 72 hours; recovered: the first good check since; opted_out: its host does not want to be checked; source: the directory that it was taken over from says so.',
  }),
);
export type StatusReason = Static<typeof StatusReason>;
