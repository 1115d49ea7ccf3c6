import { type MonitorStatus, readMonitorStatus } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, counted, duration, moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

function describeMonitors({ pausedAt, monitors }: MonitorStatus): string {
  if (pausedAt) return `paused since ${moment(pausedAt.toISOString(), '')}`;
  if (monitors.length === 0) return 'none runs';
  return monitors
    .map(({ name, intervalSeconds, offlineSince }) =>
      offlineSince
        ? `${name}: reaches nobody since ${moment(offlineSince.toISOString(), '')}, and judges nobody`
        : `${name}: every ${duration(intervalSeconds)}`,
    )
    .join('\n');
}

export const command = defineCommand({
  path: 'monitor status',
  summary: 'show what the monitors do and see',
  notes: 'Due is what waits for its check; the age of the oldest is how far the monitors are behind.',
  examples: ['shirube monitor status', 'shirube monitor status --json'],
  run: () =>
    withCatalog({}, async ({ database }) => {
      const status = await readMonitorStatus(database);
      const { services, due, lagSeconds, hosts, hostsFailing, hostsOptedOut, checksLastHour } = status;
      const verdicts = Object.entries(checksLastHour).map(([verdict, checks]) => `${verdict} ${count(checks)}`);
      const text = facts([
        ['monitors', describeMonitors(status)],
        ['watched', `${counted(services, 'service')} on ${counted(hosts, 'host')}`],
        ['due', due === 0 ? 'none' : `${counted(due, 'service')}, the oldest for ${duration(lagSeconds)}`],
        ['hosts that fail', count(hostsFailing)],
        ['hosts that opted out', count(hostsOptedOut)],
        ['checks, last hour', verdicts.join(', ') || 'none'],
      ]);
      return { data: status, text };
    }),
});
