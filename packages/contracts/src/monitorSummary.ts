import { type Static, Type } from '@sinclair/typebox';
import { StatusReason } from './check.js';
import { VerdictCount } from './checkHistory.js';
import { ServiceStatus, Timestamp } from './service.js';

const FailingHost = Type.Object({
  host: Type.String(),
  services: Type.Integer({ description: 'How many services it has.' }),
  failing: Type.Integer({ description: 'How many of them fail.' }),
  since: Type.String({ ...Timestamp, description: 'Since when the first of them does.' }),
});

const StatusChange = Type.Object({
  id: Type.String({ description: 'The id of the service.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'null when it is gone by now.' }),
  at: Timestamp,
  from: ServiceStatus,
  to: ServiceStatus,
  reason: Type.Union([StatusReason, Type.Null()]),
});

/** The directory's health as a whole, for its operator. */
export const MonitorSummary = Type.Object({
  isSimulated: Type.Boolean({ description: 'There are no checks but made-up ones.' }),
  statuses: Type.Object({
    verified: Type.Integer(),
    unverified: Type.Integer(),
    inactive: Type.Integer(),
  }),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'A day of UTC.', examples: ['2026-01-15'] }),
      checks: Type.Integer(),
      verdicts: Type.Array(VerdictCount),
    }),
    { description: 'Of the last 30 days, the latest first.' },
  ),
  failingHosts: Type.Array(FailingHost, {
    description: 'Those with the most failing services first, at most 100.',
  }),
  statusChanges: Type.Array(StatusChange, {
    description: 'Of the last 7 days, the latest first, at most 100.',
  }),
});
export type MonitorSummary = Static<typeof MonitorSummary>;
