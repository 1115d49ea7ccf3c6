import type { BenchCase } from '../benchCase.js';
import { get, loadCase } from './loadCase.js';

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
