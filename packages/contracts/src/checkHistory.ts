import { type Static, Type } from '@sinclair/typebox';
import { Verdict } from './check.js';
import { choice, nullable } from './fieldTypes.js';
import { Timestamp } from './service.js';

export const historyWindows = ['24h', '7d', '90d'] as const;
export type HistoryWindow = (typeof historyWindows)[number];

/** The parameters of GET /api/services/:id/history. */
export const CheckHistoryQuery = Type.Object(
  {
    window: Type.Optional(
      choice(historyWindows, 'How far back: 24h and 7d by the hour, 90d by the day.', { default: '24h' }),
    ),
  },
  { additionalProperties: false },
);
export type CheckHistoryQuery = Static<typeof CheckHistoryQuery>;

/** The number of checks with a verdict. */
export const VerdictCount = Type.Object({ verdict: Verdict, checks: Type.Integer() });

const Uptime = nullable(Type.Number(), 'Percent of the checks that were answered; null if there was no check.');
const ResponseMs = nullable(Type.Integer(), 'Average response time in milliseconds; null if there was no response.');

const CheckStep = Type.Object({
  at: Type.String({ ...Timestamp, description: 'When the hour or the day (UTC) begins.' }),
  checks: Type.Integer(),
  uptime: Uptime,
  responseMs: ResponseMs,
  slowestMs: nullable(Type.Integer()),
  verdicts: Type.Array(VerdictCount),
  price: nullable(Type.String(), 'The last price asked for, a plain decimal; null if it is not known.'),
  currency: nullable(Type.String()),
});

/** The check history of one service: the response of GET /api/services/:id/history. */
export const CheckHistory = Type.Object({
  id: Type.String(),
  window: choice(historyWindows),
  from: Timestamp,
  to: Timestamp,
  step: choice(['hour', 'day']),
  isSimulated: Type.Boolean({ description: 'Sample data, not real checks.' }),
  checks: Type.Integer(),
  uptime: Uptime,
  responseMs: ResponseMs,
  verdicts: Type.Array(VerdictCount),
  steps: Type.Array(CheckStep, {
    description: 'The hours or days in which there was a check, the earliest first.',
  }),
  prices: Type.Array(Type.Object({ at: Timestamp, price: Type.String(), currency: nullable(Type.String()) }), {
    description: 'Changes of the price, the earliest first.',
  }),
});
export type CheckHistory = Static<typeof CheckHistory>;
