import type { MonitorSummary } from '@shirube/contracts';
import { readMonitorSummary } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, moment } from '../terminal/quantities.js';
import { facts, table } from '../terminal/table.js';

const section = (title: string, heads: string[], rows: string[][]): string =>
  rows.length > 0 ? `${title}\n${table(heads, rows)}` : `${title}: none`;

function describe({ isSimulated, statuses, days, failingHosts, statusChanges }: MonitorSummary): string {
  return [
    ...(isSimulated ? ['These checks are made up for a demonstration.'] : []),
    facts(Object.entries(statuses).map(([status, services]) => [status, count(services)])),
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
      'Changes of status in the last 7 days',
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

export const command = defineCommand({
  path: 'monitor health',
  summary: 'show what checks have seen of the directory as a whole',
  notes: `What checks have seen of the directory as a whole: verdicts of the last 30 days, the hosts that fail now, and the
services whose status has changed, with the reason. GET /api/monitor/summary gives the same with an admin key.`,
  examples: ['shirube monitor health', 'shirube monitor health --json'],
  async run() {
    const summary = await withCatalog({}, ({ database }) => readMonitorSummary(database));
    return { data: summary, text: describe(summary) };
  },
});
