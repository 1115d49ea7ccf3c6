import type { BenchCase } from '../benchCase.js';
import { startBaseline } from '../processes/startBaseline.js';
import { besideBaseline, get, loadCase } from './loadCase.js';

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

const pages = 5;

export const page: BenchCase = {
  name: 'page',
  title: 'service page, rendered, hot: five services, without a gateway',
  baseline: 'the same services as JSON, from the same process',
  atLeast: 0.5,
  async prepare(bench) {
    const { read, ids } = await bench.directory();
    const some = ids.slice(0, pages);
    return loadCase(
      bench,
      { origin: read.url, requests: some.map((id) => get(`/services/${id}`)) },
      { origin: read.url, requests: some.map((id) => get(`/api/services/${id}`)) },
    );
  },
};
