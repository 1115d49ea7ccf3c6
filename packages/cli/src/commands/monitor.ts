import type { MonitorSummary } from '@shirube/contracts';
import { type MonitorStatus, pauseMonitors, readMonitorStatus, readMonitorSummary } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator } from '../stack/operator.js';
import { count, duration, facts, moment, pluralize, table } from '../terminal/format.js';

function describeMonitors({ pausedAt, monitors }: MonitorStatus): string {
  if (pausedAt) return `paused since ${moment(pausedAt.toISOString(), '')}`;
  if (monitors.length === 0) return 'none is running';
  return monitors
    .map(({ name, intervalSeconds, offlineSince }) =>
      offlineSince
        ? `${name}: offline since ${moment(offlineSince.toISOString(), '')}, and judges no service`
        : `${name}: every ${duration(intervalSeconds)}`,
    )
    .join('\n');
}

export const monitorStatus = defineCommand({
  path: 'monitor status',
  summary: 'show the state of the monitors and their checks',
  notes: 'Due services wait for their check. The lag is the age of the oldest due check.',
  run: () =>
    withCatalog({}, async ({ database }) => {
      const status = await readMonitorStatus(database);
      const { services, due, lagSeconds, hosts, hostsFailing, hostsOptedOut, checksLastHour } = status;
      const verdicts = Object.entries(checksLastHour).map(([verdict, checks]) => `${verdict} ${count(checks)}`);
      const text = facts([
        ['monitors', describeMonitors(status)],
        ['watched', `${pluralize(services, 'service')} on ${pluralize(hosts, 'host')}`],
        ['due', due === 0 ? 'none' : `${pluralize(due, 'service')}, the oldest for ${duration(lagSeconds)}`],
        ['failing hosts', count(hostsFailing)],
        ['hosts that opted out', count(hostsOptedOut)],
        ['checks, last hour', verdicts.join(', ') || 'none'],
      ]);
      return { data: status, text };
    }),
});

const pausing = (paused: boolean, { done, before }: { done: string; before: string }) =>
  withCatalog({}, async ({ database }) => {
    const action = paused ? 'monitor pause' : 'monitor resume';
    const changed = await asOperator(database, (client) => pauseMonitors(client, paused), { action });
    return { data: { paused, changed }, text: changed ? done : before };
  });

export const monitorPause = defineCommand({
  path: 'monitor pause',
  summary: 'pause all monitors',
  notes: `No monitor starts another check. Running checks finish. Statuses stay as they are until ${program} monitor resume.`,
  examples: ['shirube monitor pause'],
  run: () => pausing(true, { done: 'The monitors are paused.', before: 'The monitors were paused already.' }),
});

export const monitorResume = defineCommand({
  path: 'monitor resume',
  summary: 'resume the monitors',
  notes: 'Overdue checks run first, as fast as the limits of the monitors allow.',
  examples: ['shirube monitor resume'],
  run: () => pausing(false, { done: 'The monitors resume.', before: 'The monitors were not paused.' }),
});

const section = (title: string, heads: string[], rows: string[][]): string =>
  rows.length > 0 ? `${title}\n${table(heads, rows)}` : `${title}: none`;

function describe(summary: MonitorSummary): string {
  const { isSimulated, statuses, days, failingHosts, statusChanges, coverage, slowestHosts, offlineSince } = summary;
  return [
    ...(isSimulated ? ['These checks are sample data.'] : []),
    ...(offlineSince
      ? [`Self-outage: a monitor has been offline since ${moment(offlineSince, '')}, and judges no service.`]
      : []),
    facts([
      ...Object.entries(statuses).map(([status, services]) => [status, count(services)] as const),
      ['checked in the last 24 hours', `${count(coverage.checked)} of ${count(coverage.services)}`],
    ]),
    section(
      'Checks by day',
      ['DAY', 'CHECKS', 'VERDICTS'],
      days.map(({ day, checks, verdicts }) => [
        day,
        count(checks),
        verdicts.map((one) => `${one.verdict} ${count(one.checks)}`).join(', '),
      ]),
    ),
    section(
      'Failing hosts',
      ['HOST', 'FAILING', 'OF', 'SINCE'],
      failingHosts.map((one) => [one.host, count(one.failing), count(one.services), moment(one.since, '')]),
    ),
    section(
      'Slowest hosts in the last 24 hours',
      ['HOST', 'MEDIAN', 'CHECKS'],
      slowestHosts.map(({ host, medianMs, checks }) => [host, `${count(medianMs)} ms`, count(checks)]),
    ),
    section(
      'Status changes in the last 7 days',
      ['AT', 'FROM', 'TO', 'REASON', 'ID', 'NAME'],
      statusChanges.map(({ at, from, to, reason, id, name }) => [
        moment(at, ''),
        from,
        to,
        reason ?? '',
        id,
        name ?? '(removed)',
      ]),
    ),
  ].join('\n\n');
}

export const monitorHealth = defineCommand({
  path: 'monitor health',
  summary: 'show the health of all services: verdicts, failing hosts, status changes',
  notes: `Shows the directory as a whole: verdicts of the last 30 days, the hosts that fail now, and the
services whose status has changed, with the reason. GET /api/monitor/summary gives the same with an admin key.`,
  async run() {
    const summary = await withCatalog({}, ({ database }) => readMonitorSummary(database));
    return { data: summary, text: describe(summary) };
  },
});
