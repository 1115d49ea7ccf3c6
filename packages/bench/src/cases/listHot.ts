import type { BenchCase } from '../benchCase.js';
import { startBaseline } from '../processes/startBaseline.js';
import { get, loadCase } from './loadCase.js';

const paths = [
  '/api/services',
  '/api/services?limit=20&sortBy=price',
  '/api/services?sortBy=name&limit=20&offset=20',
  '/api/services?chain=base',
  '/api/services?maxPricePerRequest=0.1&chain=polygon',
];

export const listHot: BenchCase = {
  name: 'list-hot',
  title: 'list, hot: 20 items, five URLs',
  baseline: 'hotList.ts: bare Fastify, the same bytes from memory',
  atLeast: 0.85,
  async prepare(bench) {
    const { read } = await bench.directory();
    const answers = new Map<string, Buffer>();
    for (const path of paths) {
      const response = await fetch(read.url + path, { headers: { 'accept-encoding': 'identity' } });
      answers.set(path, Buffer.from(await response.arrayBuffer()));
    }
    const baseline = await startBaseline('hotList.js', answers);
    const requests = paths.map(get);
    const prepared = await loadCase(
      bench,
      { origin: read.url, requests },
      { origin: baseline.url, requests },
    );
    return { ...prepared, close: async () => baseline.stop() };
  },
};
