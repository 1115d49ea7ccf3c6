import type { BenchCase } from '../benchCase.js';
import type { LoadRequest } from '../load/loadJob.js';
import { bootstrapKey, startService } from '../processes/directory.js';
import { startBaseline } from '../processes/startBaseline.js';
import { loadCase } from './loadCase.js';

/** A registration of each service of the catalog, in its order. */
export const registrations = (catalog: readonly object[]): LoadRequest[] =>
  catalog.map((registration) => ({
    method: 'POST',
    path: '/api/services',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bootstrapKey}` },
    body: JSON.stringify(registration),
  }));

/** The write API by itself, with its queue; what indexing takes is measured by another case. */
export const register: BenchCase = {
  name: 'register',
  title: 'register (POST)',
  baseline: 'register.ts: bare Fastify and pg, the same insert, no queue',
  atLeast: 0.75,
  async prepare(bench) {
    const databaseUrl = await bench.parts.createDatabase();
    const write = await startService('write-api', { databaseUrl, redisUrl: bench.parts.createRedis() });
    const baseline = await startBaseline('register.js', databaseUrl);
    const requests = registrations(bench.catalog);
    const prepared = await loadCase(bench, { origin: write.url, requests }, { origin: baseline.url, requests });
    return {
      ...prepared,
      async close() {
        baseline.stop();
        await write.stop();
      },
    };
  },
};
