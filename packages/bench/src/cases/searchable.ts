import { type PushTarget, pushInThousands } from '../baselines/pushInThousands.js';
import type { BenchCase } from '../benchCase.js';
import { startService } from '../processes/directory.js';
import { untilTotal } from '../untilTotal.js';
import { assertAllServed, inFlight } from './loadCase.js';
import { registrations } from './register.js';

const roundCount = 2;

/**
 * Registers the catalog into an empty directory as fast as it takes it, and waits until all of it can be searched;
 * then pushes the very documents that are in the index now into another index of the same, idle Meilisearch.
 */
export const searchable: BenchCase = {
  name: 'searchable',
  title: 'register → searchable, the whole catalog',
  baseline: 'pushInThousands.ts: the same documents pushed straight in 1,000s',
  atLeast: 0.7,
  async prepare({ parts, load, catalog, language }) {
    const set = await load.keep(registrations(catalog));
    let target: PushTarget | undefined;
    let release = async () => {};

    async function ours(): Promise<number> {
      await release();
      const meilisearch = await parts.createMeilisearch();
      const directory = {
        databaseUrl: await parts.createDatabase(),
        redisUrl: parts.createRedis(),
        meilisearch,
      };
      const services = meilisearch
        ? [
            await startService('write-api', directory),
            await startService('indexer', directory),
            await startService('read-api', directory),
          ]
        : [await startService('standalone', directory)];
      const [write, read] = [services[0], services.at(-1)];
      if (!write || !read) throw new Error('no service was started');
      const stopServices = async () => {
        for (const service of services.splice(0).reverse()) await service.stop();
      };
      release = async () => {
        await stopServices();
        await meilisearch?.stop();
      };
      const started = performance.now();
      const result = await load.run(set, {
        origin: write.url,
        connections: inFlight,
        seconds: 600,
        atMost: catalog.length,
      });
      assertAllServed(result);
      await untilTotal(read.url, catalog.length);
      const seconds = (performance.now() - started) / 1000;
      await stopServices();
      target = { databaseUrl: directory.databaseUrl, meilisearch };
      return catalog.length / seconds;
    }

    async function baseline(): Promise<number> {
      if (!target) await ours();
      if (!target) throw new Error('there are no documents to push');
      return catalog.length / (await pushInThousands(target, language));
    }

    return { ours, baseline, rounds: roundCount, close: () => release() };
  },
};
