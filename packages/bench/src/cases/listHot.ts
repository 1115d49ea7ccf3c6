import type { BenchCase } from '../benchCase.js';
import { median } from '../compare.js';
import type { LoadResult } from '../load/loadJob.js';
import { type Baseline, startBaseline } from '../processes/startBaseline.js';
import { besideBaseline, get } from './loadCase.js';

const paths = [
  '/api/services',
  '/api/services?limit=20&sortBy=price',
  '/api/services?sortBy=name&limit=20&offset=20',
  '/api/services?chain=base',
  '/api/services?maxPricePerRequest=0.1&chain=polygon',
];

const baseline = 'hotList.ts: bare Fastify, the same bytes from memory';

/** A baseline that sends what the directory sends. */
async function startHotList(directory: string): Promise<Baseline> {
  const answers = new Map<string, Buffer>();
  for (const path of paths) {
    const response = await fetch(directory + path, { headers: { 'accept-encoding': 'identity' } });
    answers.set(path, Buffer.from(await response.arrayBuffer()));
  }
  return startBaseline('hotList.js', answers);
}

export const listHot: BenchCase = {
  name: 'list-hot',
  title: 'list, hot: 20 items, five URLs, without a gateway',
  baseline,
  atLeast: 0.65,
  async prepare(bench) {
    const { read } = await bench.directory();
    return besideBaseline(bench, paths.map(get), read.url, await startHotList(read.url));
  },
};

export const listHotGateway: BenchCase = {
  name: 'list-hot-gateway',
  title: 'list, hot: the same through the gateway',
  baseline,
  atLeast: 1.6,
  needs: 'nginx',
  async prepare(bench) {
    const { read } = await bench.directory();
    const gateway = await bench.parts.startGateway(read.url);
    const bare = await startHotList(read.url);
    const prepared = await besideBaseline(bench, paths.map(get), gateway.url, bare, (ours, theirs) => {
      const p99 = (results: LoadResult[]) => median(results.map(({ accepted }) => accepted.p99));
      const text = `p99 of ${p99(ours).toFixed(1)} ms, that of the bare route is ${p99(theirs).toFixed(1)} ms`;
      return [{ holds: p99(ours) < p99(theirs), text }];
    });
    return {
      ...prepared,
      async close() {
        await prepared.close();
        await gateway.stop();
      },
    };
  },
};
