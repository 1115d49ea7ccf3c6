import { type PushTarget, pushInThousands } from '../baselines/pushInThousands.js';
import type { BenchCase, Condition } from '../benchCase.js';
import { median } from '../compare.js';
import { startServices } from '../processes/directory.js';
import { cpuSeconds } from '../processes/usage.js';
import { untilTotal } from '../untilTotal.js';
import { assertAllServed, inFlight } from './loadCase.js';
import { registrations } from './register.js';
import { singleRegistrations } from './singleRegistrations.js';

const roundCount = 3;
/** Services that are registered and pushed before the clock starts, to warm up both sides. */
const warmUps = 3_000;
const singles = 10;
const mostLater = 150;

/**
 * Registers the catalog in a new directory as fast as possible, and waits until all of it is searchable. Then it
 * pushes the same documents into another index of the same Meilisearch, which is idle by then. Finally it adds some
 * more one by one, to the idle directory and to the other index.
 */
export const searchable: BenchCase = {
  name: 'searchable',
  title: 'register → searchable, the whole catalog',
  baseline: 'pushInThousands.ts: the same documents pushed straight in 1,000s',
  atLeast: 0.6,
  async prepare({ parts, load, catalog, language }) {
    const set = await load.keep(registrations(catalog));
    // Others than those of the catalog: of copies, only the first is listed.
    const others = catalog.slice(0, warmUps).map((one) => ({ ...one, endpoint: `${one.endpoint}/warm-up` }));
    const warmUpSet = await load.keep(registrations(others));
    const single: { ours: number[]; baseline: number[] } = { ours: [], baseline: [] };
    /** Of each round and process: the CPU seconds for 1,000 services. */
    const cpu: number[][] = [];
    let target: PushTarget | undefined;
    let release = async () => {};

    async function ours(): Promise<number> {
      await release();
      const meilisearch = await parts.createMeilisearch();
      const directory = { ...(await parts.createStores()), meilisearch };
      const services = await startServices(['write-api', 'indexer', 'read-api'], directory);
      const { first: write, last: read } = services;
      release = async () => {
        await services.stop();
        await meilisearch?.stop();
      };
      const registerAll = async (which: string, count: number, total: number) => {
        const plan = { origin: write.url, connections: inFlight, seconds: 600, atMost: count };
        assertAllServed(await load.run(which, plan));
        await untilTotal(read.url, total);
      };
      await registerAll(warmUpSet, others.length, others.length);
      const watched = [...services.all, ...(meilisearch ? [meilisearch] : [])];
      const used = () => Promise.all(watched.map(cpuSeconds));
      const before = await used();
      const started = performance.now();
      await registerAll(set, catalog.length, others.length + catalog.length);
      const seconds = (performance.now() - started) / 1000;
      const perThousand = (await used()).map((after, i) => (after - (before[i] ?? 0)) / (catalog.length / 1000));
      cpu.push(perThousand);
      const urls = { writeUrl: write.url, readUrl: read.url };
      if (meilisearch && catalog[0]) single.ours.push(...(await singleRegistrations(urls, catalog[0], singles)));
      await services.stop();
      target = { databaseUrl: directory.databaseUrl, meilisearch };
      return catalog.length / seconds;
    }

    async function baseline(): Promise<number> {
      if (!target) await ours();
      if (!target) throw new Error('there are no documents to push');
      const pushed = await pushInThousands(target, language, others.length);
      single.baseline.push(...pushed.single);
      return pushed.perSecond;
    }

    function also(): Condition[] {
      if (single.baseline.length === 0) return [];
      const [own, engine] = [median(single.ours), median(single.baseline)];
      const names = ['write API', 'indexer', 'read API', 'Meilisearch'];
      const perProcess = names.map((name, i) => `${name} ${median(cpu.map((round) => round[i] ?? 0)).toFixed(2)} s`);
      return [
        { text: `CPU for 1,000 services: ${perProcess.join(', ')}`, holds: true },
        {
          text: `a single one is searchable at most ${mostLater} ms later than a task of one document takes: ${Math.round(own)} ms and ${Math.round(engine)} ms`,
          holds: own - engine <= mostLater,
        },
      ];
    }

    return { ours, baseline, rounds: roundCount, also, close: () => release() };
  },
};
