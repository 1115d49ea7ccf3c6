import { type Static, Type } from '@sinclair/typebox';
import { StatusReason } from './check.js';
import { VerdictCount } from './checkHistory.js';
import { nullable } from './fieldTypes.js';
import { ServiceStatus, Timestamp } from './service.js';

const FailingHost = Type.Object({
  host: Type.String(),
  services: Type.Integer({ description: 'Number of its services.' }),
  failing: Type.Integer({ description: 'Number of its services that fail.' }),
  since: Type.String({ ...Timestamp, description: 'Since when the first of them has failed.' }),
});

const StatusChange = Type.Object({
  id: Type.String({ description: 'The id of the service.' }),
  name: nullable(Type.String(), 'null if it has been removed since.'),
  at: Timestamp,
  from: ServiceStatus,
  to: ServiceStatus,
  reason: nullable(StatusReason),
});

const SlowHost = Type.Object({
  host: Type.String(),
  medianMs: Type.Integer({ description: 'Median response time in milliseconds.' }),
  checks: Type.Integer(),
});

/** The overall health of the directory, for its operator. */
export const MonitorSummary = Type.Object({
  isSimulated: Type.Boolean({ description: 'All checks are sample data.' }),
  statuses: Type.Object({
    verified: Type.Integer(),
    unverified: Type.Integer(),
    inactive: Type.Integer(),
  }),
  monitors: Type.Integer({ description: 'Number of running monitors.' }),
  offlineSince: nullable(
    Timestamp,
    'Since when a monitor has been offline itself (self-outage), so that it judges no service; null otherwise.',
  ),
  coverage: Type.Object({
    services: Type.Integer({ description: 'Services that are monitored.' }),
    checked: Type.Integer({ description: 'Those of them that were checked in the last 24 hours.' }),
  }),
  slowestHosts: Type.Array(SlowHost, { description: 'Of the last 24 hours, at most 10.' }),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'A day in UTC.', examples: ['2026-01-15'] }),
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
