import { listFailingHosts, type MonitorStatus, readMonitorStatus } from '@shirube/trust';
import { program } from '../program.js';
import type { Catalog } from '../stack/openCatalog.js';
import { duration, moment, pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

const part = 'monitor';
/** A new service should be checked within a minute. */
const patienceSeconds = 60;
/** The same limit as the alert ShirubeMonitorLate. Thousands of new services take a while. */
const lateSeconds = 3_600;
const namedHosts = 3;

const lateness = ({ due, lagSeconds }: MonitorStatus): string =>
  due === 0 ? 'nothing is due' : `${pluralize(due, 'service')} due, the oldest for ${duration(lagSeconds)}`;

/** Describes the failing hosts, with the names of the first ones. They are not a fault of the directory. */
async function describeFailing({ database }: Catalog, { hostsFailing }: MonitorStatus): Promise<string> {
  if (hostsFailing === 0) return 'no host fails';
  const hosts = await listFailingHosts(database, namedHosts);
  const more = hostsFailing - hosts.length;
  const names = [...hosts.map(({ host }) => host), ...(more > 0 ? [pluralize(more, 'other')] : [])];
  return `${pluralize(hostsFailing, 'host fails', 'hosts fail')} (${names.join(', ')})`;
}

/** Whether services are checked, on time, and by a monitor that is online. */
export async function checkMonitor(catalog: Catalog): Promise<Finding> {
  if (catalog.alone) return ok(part, 'none is running until Shirube is started');
  const status = await readMonitorStatus(catalog.database);
  const { pausedAt, monitors, lagSeconds } = status;
  if (monitors.length === 0) {
    if (catalog.settings.MONITOR === 'off') return ok(part, 'switched off by MONITOR');
    if (lagSeconds <= patienceSeconds) return ok(part, `none is running; ${lateness(status)}`);
    return fault(
      part,
      `none is running; ${lateness(status)}`,
      'Start the monitor and check its logs, or set MONITOR=off here too if nothing should be checked.',
    );
  }
  if (pausedAt) {
    return warning(
      part,
      `paused since ${moment(pausedAt.toISOString(), '')}; ${lateness(status)}`,
      `Resume it: ${program} monitor resume`,
    );
  }
  const offline = monitors.flatMap(({ name, offlineSince }) =>
    offlineSince ? [`${name} has been offline since ${moment(offlineSince.toISOString(), '')}`] : [],
  );
  if (offline.length > 0) {
    const finding = offline.join('; ');
    const advice =
      'Check the internet connection of its machine and its name servers (MONITOR_DNS_SERVERS sets others).';
    return offline.length === monitors.length
      ? fault(part, `${finding}: it judges no service`, advice)
      : warning(part, finding, advice);
  }
  const finding = [
    pluralize(monitors.length, 'monitor'),
    `${pluralize(status.services, 'service')} watched`,
    lateness(status),
    await describeFailing(catalog, status),
  ].join('; ');
  if (status.hosts > 1 && status.hostsFailing >= status.hosts) {
    return fault(
      part,
      finding.replace(/[^;]+$/, ` all ${pluralize(status.hosts, 'host')} fail`),
      'Not every provider is down at once: check the network of the monitor, or set MONITOR_CANARIES, so that it notices.',
    );
  }
  return lagSeconds > lateSeconds
    ? warning(part, finding, `See what delays it: ${program} monitor status`)
    : ok(part, finding);
}
