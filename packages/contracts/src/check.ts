import { type VerdictKind, type Verdict as VerdictName, verdicts } from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';
import { ServiceStatus, Timestamp } from './service.js';

export const Verdict = choice(
  Object.keys(verdicts) as VerdictName[],
  'ok; other_details: it asks for payment as registered, but describes itself differently; wrong_price, ' +
    'wrong_address, wrong_network, wrong_asset: it asks for payment, but not as registered; redirected: it ' +
    'redirects to another host; no_challenge: it answers without asking for payment; bad_challenge: its ' +
    'challenge cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; ' +
    'server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and ' +
    'cannot be called.',
);

/** The terms of payment, as registered or as a challenge states them, as far as they are known. */
export const PaymentTerms = Type.Object({
  network: Type.Optional(Type.String()),
  payTo: Type.Optional(Type.String()),
  price: Type.Optional(
    Type.String({
      description: 'A plain decimal in the currency; absent if the coin is not known, so that it cannot be compared.',
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
  detail: Type.Optional(Type.String({ description: 'More detail, such as certificate or unknown_asset.' })),
  method: Type.Optional(
    Type.String({ description: 'Method of the request that was judged; absent if none was sent.' }),
  ),
  httpStatus: Type.Optional(Type.Integer()),
  durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
  declared: PaymentTerms,
  observed: PaymentTerms,
});
export type Check = Static<typeof Check>;

/** The result of a check on request, and the status of the service after it. */
export const CheckResult = Type.Object({
  id: Type.String(),
  status: ServiceStatus,
  isNew: Type.Boolean({
    description: 'False if it was checked less than a minute ago: this is the result of that check.',
  }),
  check: Check,
});
export type CheckResult = Static<typeof CheckResult>;

/**
 * Returns what a check says about its service. A service that is registered with free requests or a price of 0 may
 * respond without asking for payment. Any web page does that, so it proves nothing. Neither does a price that cannot
 * be compared.
 */
export function kindOf({ verdict, declared, observed }: Pick<Check, 'verdict' | 'declared' | 'observed'>): VerdictKind {
  const isFree = (declared.freeQuota ?? 0) > 0 || /^[0.]+$/.test(declared.price ?? '');
  if (verdict === 'no_challenge' && isFree) return 'neutral';
  return verdicts[verdict] === 'good' && observed.price === undefined ? 'neutral' : verdicts[verdict];
}

/** The reasons for the status of a service, as the feed and its history state them. */
const statusReasons = {
  operator: 'set by an operator',
  edited: 'its owner changed verified details',
  confirmed: 'two checks confirmed the registration',
  wrong_address: 'a check found another payment address',
  contradicted: 'two checks contradicted the registration',
  unproven: 'another account registered its endpoint first, or has proven that it owns it, and this one has not',
  failing: 'all checks failed for 72 hours',
  recovered: 'the first good check after failures',
  opted_out: 'its host has opted out of checks',
  source: 'the directory that it was mirrored from said so',
};

export const StatusReason = choice(
  Object.keys(statusReasons) as (keyof typeof statusReasons)[],
  `${Object.entries(statusReasons)
    .map(([reason, meaning]) => `${reason}: ${meaning}`)
    .join('; ')}.`,
);
export type StatusReason = Static<typeof StatusReason>;
