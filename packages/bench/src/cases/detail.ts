import type { BenchCase } from '../benchCase.js';
import { startBaseline } from '../processes/startBaseline.js';
import { get, loadCase } from './loadCase.js';

export const detail: BenchCase = {
  name: 'detail',
  title: 'detail, every service once',
  baseline: 'detail.ts: bare Fastify and pg, select … where id = $1',
  atLeast: 0.85,
  async prepare(bench) {
    const { read, ids, databaseUrl } = await bench.directory();
    const baseline = await startBaseline('detail.js', databaseUrl);
    const requests = ids.map((id) => get(`/api/services/${id}`));
    const prepared = await loadCase(bench, { origin: read.url, requests }, { origin: baseline.url, requests });
    return { ...prepared, close: async () => baseline.stop() };
  },
};
