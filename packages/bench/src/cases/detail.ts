import type { BenchCase } from '../benchCase.js';
import { startBaseline } from '../processes/startBaseline.js';
import { besideBaseline, get } from './loadCase.js';

export const detail: BenchCase = {
  name: 'detail',
  title: 'detail, every service once',
  baseline: 'detail.ts: bare Fastify and pg, select … where id = $1',
  atLeast: 0.85,
  async prepare(bench) {
    const { read, ids, databaseUrl } = await bench.directory();
    const requests = ids.map((id) => get(`/api/services/${id}`));
    return besideBaseline(bench, requests, read.url, await startBaseline('detail.js', databaseUrl));
  },
};
