import { changeService, type Database, importLines, recordCheck, registrationDigest } from '@shirube/catalog';
import { demoServices } from '@shirube/demo';

/** Loads the demo catalog, as far as it is not there yet; what was removed stays removed. Returns how many are new. */
export async function loadDemo(
  database: Database,
  {
    enqueue,
    onProgress,
  }: { enqueue: (ids: readonly string[]) => void; onProgress: (done: number, of: number) => void },
): Promise<number> {
  const services = demoServices();
  let loaded = 0;
  for (const [i, { registration, status, trustScore, check }] of services.entries()) {
    const line = { registration, digest: registrationDigest(registration), occurrence: 0 };
    const { ids } = await importLines(database, [line], { restore: false });
    for (const id of ids) {
      await changeService(database, id, {
        ...(status === undefined ? {} : { status }),
        ...(trustScore === undefined ? {} : { trustScore }),
      });
      if (check) await recordCheck(database, id, check);
    }
    enqueue(ids);
    loaded += ids.length;
    onProgress(i + 1, services.length);
  }
  return loaded;
}
