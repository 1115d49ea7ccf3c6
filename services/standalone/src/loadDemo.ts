import {
  changeService,
  type Database,
  findByEndpoint,
  importLines,
  recordCheck,
  registrationDigest,
} from '@shirube/catalog';
import { type DemoService, demoServices } from '@shirube/demo';

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

/** Loads the demo catalog, as far as it is not there yet; what was removed stays removed. Returns how many are new. */
export async function loadDemo(
  database: Database,
  {
    enqueue,
    onProgress,
  }: { enqueue: (ids: readonly string[]) => void; onProgress: (done: number, of: number) => void },
): Promise<number> {
  const services = await missingServices(database);
  let loaded = 0;
  for (const [i, { registration, status, trustScore, check }] of services.entries()) {
    const line = { registration, digest: registrationDigest(registration), occurrence: 0 };
    const { ids } = await importLines(database, [line], { restore: false });
    for (const id of ids) {
      await changeService(database, id, { status, trustScore });
      if (check) await recordCheck(database, id, check);
    }
    enqueue(ids);
    loaded += ids.length;
    onProgress(i + 1, services.length);
  }
  return loaded;
}
