import { listFailingHosts, type MonitorStatus, readMonitorStatus } from '@shirube/trust';
import { program } from '../program.js';
import type { Catalog } from '../stack/openCatalog.js';
import { counted, duration, moment } from '../terminal/quantities.js';
import { type Finding, fault, ok, warning } from './finding.js';

const part = 'monitor';
/** A new service is to be checked within a minute. */
const patienceSeconds = 60;
/** As the alert ShirubeMonitorLate has it: thousands of new services take their time. */
const lateSeconds = 3_600;
const namedHosts = 3;

const lateness = ({ due, lagSeconds }: MonitorStatus): string =>
  due === 0 ? 'nothing is due' : `${counted(due, 'service')} due, the oldest for ${duration(lagSeconds)}`;

/** What does not answer: the first hosts by name. Whoever runs them is at fault, not the directory. */
async function describeFailing({ database }: Catalog, { hostsFailing }: MonitorStatus): Promise<string> {
  if (hostsFailing === 0) return 'no host fails';
  const hosts = await listFailingHosts(database, namedHosts);
  const more = hostsFailing - hosts.length;
  const names = [...hosts.map(({ host }) => host), ...(more > 0 ? [counted(more, 'other')] : [])];
  return `${counted(hostsFailing, 'host fails', 'hosts fail')} (${names.join(', ')})`;
}

/** Whether services are looked at, in time, and by somebody who sees. */
export async function checkMonitor(catalog: Catalog): Promise<Finding> {
  if (catalog.alone) return ok(part, 'none runs until Shirube is started');
  const status = await readMonitorStatus(catalog.database);
  const { pausedAt, monitors, lagSeconds } = status;
  if (monitors.length === 0) {
    if (catalog.settings.MONITOR === 'off') return ok(part, 'switched off by MONITOR');
    if (lagSeconds <= patienceSeconds) return ok(part, `none runs; ${lateness(status)}`);
    return fault(
      part,
      `none runs; ${lateness(status)}`,
      'Start the monitor, and see what its log says; or set MONITOR=off here too, where nobody is to be checked.',
    );
  }
  if (pausedAt) {
    return warning(
      part,
      `paused since ${moment(pausedAt.toISOString(), '')}; ${lateness(status)}`,
      `Let it go on: ${program} monitor resume`,
    );
  }
  const offline = monitors.flatMap(({ name, offlineSince }) =>
    offlineSince ? [`${name} reaches nobody since ${moment(offlineSince.toISOString(), '')}`] : [],
  );
  if (offline.length > 0) {
    const finding = offline.join('; ');
    const advice = 'Check the way out of its machine and its name servers (MONITOR_DNS_SERVERS names others).';
    return offline.length === monitors.length
      ? fault(part, `${finding}: it judges nobody`, advice)
      : warning(part, finding, advice);
  }
  const finding = [
    counted(monitors.length, 'monitor'),
    `${counted(status.services, 'service')} watched`,
    lateness(status),
    await describeFailing(catalog, status),
  ].join('; ');
  return lagSeconds > lateSeconds
    ? warning(part, finding, `See what holds it up: ${program} monitor status`)
    : ok(part, finding);
}
