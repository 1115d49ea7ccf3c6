import type { BenchCase } from '../benchCase.js';
import type { LoadRequest } from '../load/loadJob.js';
import { bootstrapKey, startService } from '../processes/directory.js';
import { startBaseline } from '../processes/startBaseline.js';
import { besideBaseline } from './loadCase.js';

/** One registration for each service of the catalog, in catalog order. */
export const registrations = (catalog: readonly object[]): LoadRequest[] =>
  catalog.map((registration) => ({
    method: 'POST',
    path: '/api/services',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bootstrapKey}` },
    body: JSON.stringify(registration),
  }));

/** The write API alone, with its queue. Another case measures the cost of indexing. */
export const register: BenchCase = {
  name: 'register',
  title: 'register (POST)',
  baseline: 'register.ts: bare Fastify and pg, the same insert, no queue',
  atLeast: 0.75,
  async prepare(bench) {
    const stores = await bench.parts.createStores();
    const write = await startService('write-api', stores);
    const baseline = await startBaseline('register.js', stores.databaseUrl);
    const prepared = await besideBaseline(bench, registrations(bench.catalog), write.url, baseline);
    return {
      ...prepared,
      async close() {
        await prepared.close();
        await write.stop();
      },
    };
  },
};
