import { changeService, type Database, recordCheck, registrationDigest } from '@shirube/catalog';
import { type DemoService, demoServices } from '@shirube/demo';
import { findByEndpoint, importLines } from '@shirube/exchange';
import { markSimulated, refreshTrust, type SimulatedService, simulatePast } from '@shirube/trust';

/**
 * The services of the demo catalog that are not there yet. The catalog changes now and then (a price, an address), and
 * then the note of an earlier import does not tell that they are.
 */
async function missingServices(database: Database): Promise<DemoService[]> {
  const services = demoServices();
  const endpoints = services.map(({ registration }) => registration.endpoint);
  const stored = await findByEndpoint(database, endpoints);
  const known = new Set(stored.map(({ endpoint, name }) => `${endpoint} ${name}`));
  return services.filter(({ registration: { endpoint, name } }) => !known.has(`${endpoint} ${name}`));
}

/** What the past of a demo service is made up of. */
const pastOf = (id: string, { status = 'unverified', check }: DemoService): SimulatedService[] =>
  check ? [{ id, status, uptime: check.uptimeScore, txCount: check.txCount }] : [];

/**
 * Loads the demo catalog, as far as it is not there yet, with a past that is made up and marked as such: nobody asks its
 * endpoints. What was removed stays removed. Returns how many are new.
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
