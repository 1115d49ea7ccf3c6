import { type Static, Type } from '@sinclair/typebox';
import { Verdict } from './check.js';
import { Timestamp } from './service.js';

export const historyWindows = ['24h', '7d', '90d'] as const;
export type HistoryWindow = (typeof historyWindows)[number];

/** The parameters of GET /api/services/:id/history. */
export const CheckHistoryQuery = Type.Object(
  {
    window: Type.Optional(
      Type.Unsafe<HistoryWindow>(
        Type.String({
          enum: [...historyWindows],
          pattern: `^(${historyWindows.join('|')})$`,
          default: '24h',
          description: 'How far back: 24h and 7d by the hour, 90d by the day.',
          expected: `one of ${historyWindows.join(', ')}`,
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type CheckHistoryQuery = Static<typeof CheckHistoryQuery>;

/** The number of checks with a verdict. */
export const VerdictCount = Type.Object({ verdict: Verdict, checks: Type.Integer() });

const Uptime = Type.Union([Type.Number(), Type.Null()], {
  description: 'Percent of the checks that were answered; null if there was no check.',
});
const ResponseMs = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Average response time in milliseconds; null if there was no response.',
});

const CheckStep = Type.Object({
  at: Type.String({ ...Timestamp, description: 'When the hour or the day (UTC) begins.' }),
  checks: Type.Integer(),
  uptime: Uptime,
  responseMs: ResponseMs,
  slowestMs: Type.Union([Type.Integer(), Type.Null()]),
  verdicts: Type.Array(VerdictCount),
  price: Type.Union([Type.String(), Type.Null()], {
    description: 'The last price asked for, a plain decimal; null if it is not known.',
  }),
  currency: Type.Union([Type.String(), Type.Null()]),
});

/** The check history of one service: the response of GET /api/services/:id/history. */
export const CheckHistory = Type.Object({
  id: Type.String(),
  window: Type.Unsafe<HistoryWindow>(Type.String({ enum: [...historyWindows] })),
  from: Timestamp,
  to: Timestamp,
  step: Type.Unsafe<'hour' | 'day'>(Type.String({ enum: ['hour', 'day'] })),
  isSimulated: Type.Boolean({ description: 'Sample data, not real checks.' }),
  checks: Type.Integer(),
  uptime: Uptime,
  responseMs: ResponseMs,
  verdicts: Type.Array(VerdictCount),
  steps: Type.Array(CheckStep, {
    description: 'The hours or days in which there was a check, the earliest first.',
  }),
  prices: Type.Array(
    Type.Object({ at: Timestamp, price: Type.String(), currency: Type.Union([Type.String(), Type.Null()]) }),
    { description: 'Changes of the price, the earliest first.' },
  ),
});
export type CheckHistory = Static<typeof CheckHistory>;
