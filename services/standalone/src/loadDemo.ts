import { changeService, type Database, recordCheck, registrationDigest } from '@shirube/catalog';
import { type DemoService, demoServices } from '@shirube/evaluate';
import { importLines } from '@shirube/exchange';
import { markSimulated, refreshTrust, type SimulatedService, simulatePast } from '@shirube/trust';

/**
 * Returns the services of the demo catalog that do not exist yet. The demo catalog changes now and then (a price, an
 * address), and the records of an earlier import do not match then.
 */
async function missingServices(database: Database): Promise<DemoService[]> {
  const services = demoServices();
  const endpoints = services.map(({ registration }) => registration.endpoint);
  const { rows: stored } = await database.query<{ endpoint: string; name: string }>(
    'select endpoint, name from services where endpoint = any($1)',
    [endpoints],
  );
  const known = new Set(stored.map(({ endpoint, name }) => `${endpoint} ${name}`));
  return services.filter(({ registration: { endpoint, name } }) => !known.has(`${endpoint} ${name}`));
}

/** The input for the simulated past of a demo service. */
const pastOf = (id: string, { status = 'unverified', check }: DemoService): SimulatedService[] =>
  check ? [{ id, status, uptime: check.uptimeScore, txCount: check.txCount }] : [];

/**
 * Loads the missing services of the demo catalog, with a simulated past that is marked as such: their endpoints are
 * never requested. Removed services stay removed. Returns the number of new services.
 */
export async function loadDemo(
  database: Database,
  {
    enqueue,
    onProgress,
  }: { enqueue: (ids: readonly string[]) => void; onProgress: (done: number, of: number) => void },
): Promise<number> {
  const services = await missingServices(database);
  const past: SimulatedService[] = [];
  let loaded = 0;
  for (const [i, service] of services.entries()) {
    const { registration, status, check } = service;
    const line = { registration, digest: registrationDigest(registration), occurrence: 0 };
    const { ids } = await importLines(database, [line], { restore: false });
    await markSimulated(database, ids);
    for (const id of ids) {
      await changeService(database, id, { status });
      if (check) await recordCheck(database, id, check);
      past.push(...pastOf(id, service));
    }
    enqueue(ids);
    loaded += ids.length;
    onProgress(i + 1, services.length);
  }
  await simulatePast(database, past);
  enqueue(
    await refreshTrust(
      database,
      past.map(({ id }) => id),
    ),
  );
  return loaded;
}
