import type { BenchCase } from '../benchCase.js';
import { startBaseline } from '../processes/startBaseline.js';
import { besideBaseline, get } from './loadCase.js';

const paths = [
  '/api/services',
  '/api/services?limit=20&sortBy=price',
  '/api/services?sortBy=name&limit=20&offset=20',
  '/api/services?chain=base',
  '/api/services?maxPricePerRequest=0.1&chain=polygon',
];

/** The exact bytes of the directory's response. */
async function readAnswers(directory: string): Promise<Map<string, Buffer>> {
  const answers = new Map<string, Buffer>();
  for (const path of paths) {
    const response = await fetch(directory + path, { headers: { 'accept-encoding': 'identity' } });
    answers.set(path, Buffer.from(await response.arrayBuffer()));
  }
  return answers;
}

export const listHot: BenchCase = {
  name: 'list-hot',
  title: 'list, hot: 20 items, five URLs, without a gateway',
  baseline: 'hotList.ts: bare Fastify, the same bytes from memory',
  atLeast: 0.6,
  async prepare(bench) {
    const { read } = await bench.directory();
    const bare = await startBaseline('hotList.js', await readAnswers(read.url));
    return besideBaseline(bench, paths.map(get), read.url, bare);
  },
};

export const listHotGateway: BenchCase = {
  name: 'list-hot-gateway',
  title: 'list, hot: the same through the gateway',
  baseline: 'nginx, the same bytes from a static file',
  atLeast: 0.85,
  needs: 'nginx',
  async prepare(bench) {
    const { read } = await bench.directory();
    const gateway = await bench.parts.startGateway(read.url);
    const files = await bench.parts.startStaticFiles(await readAnswers(read.url));
    const prepared = await besideBaseline(bench, paths.map(get), gateway.url, files);
    return {
      ...prepared,
      async close() {
        await prepared.close();
        await gateway.stop();
      },
    };
  },
};
