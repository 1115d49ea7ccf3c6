import { listVersions, readClock } from '@shirube/catalog';
import { version } from '@shirube/contracts';
import type { Catalog } from '../stack/openCatalog.js';
import { duration, pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

/** Leases last 5 s and lag is measured in seconds, so a larger clock offset has visible effects. */
const noticedSeconds = 2;
const wrongSeconds = 60;

/** Whether the clock of this machine agrees with the clock of Postgres, which all processes share. */
export async function checkClock({ database }: Catalog): Promise<Finding> {
  const part = 'clock';
  const startedAt = Date.now();
  const now = await readClock(database);
  // Only the offset that the round-trip time does not explain.
  const off = Math.max(startedAt - now, now - Date.now(), 0) / 1_000;
  if (off <= noticedSeconds) return ok(part, 'agrees with that of Postgres');
  const finding = `${duration(off)} ${now < startedAt ? 'ahead of' : 'behind'} that of Postgres`;
  const advice = 'Synchronise the clocks of both machines with NTP.';
  return off > wrongSeconds ? fault(part, finding, advice) : warning(part, finding, advice);
}

/** Whether every process that is connected to the catalog has the same version as this command. */
export async function checkVersions({ database }: Catalog): Promise<Finding> {
  const part = 'versions';
  const others = (await listVersions(database)).filter((row) => row.version !== version);
  if (others.length === 0) return ok(part, `${version} everywhere`);
  const names = others.map((row) => `${row.version} (${pluralize(row.connections, 'connection')} from ${row.from})`);
  return warning(
    part,
    `${names.join('; ')}; this command is ${version}`,
    'This is fine during a rolling upgrade. Otherwise restart the processes of the other version, or use that version here.',
  );
}
