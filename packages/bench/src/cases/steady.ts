import { mainNode, openDatabase } from '@shirube/catalog';
import { rebuildIndex } from '@shirube/indexing';
import { createMeilisearchIndex } from '@shirube/search';
import type { Bench, BenchCase, Condition } from '../benchCase.js';
import { intentQueries } from '../catalog/textQueries.js';
import type { FilledDirectory } from '../filledDirectory.js';
import { bootstrapKey, startService } from '../processes/directory.js';
import { get, inFlight } from './loadCase.js';
import { intentPath } from './searches.js';

const queryCount = 8_000;
const eventSeconds = 20;
/** The load as a share of the capacity. It leaves room for the events that happen meanwhile. */
const shareOfCapacity = 0.2;
const timesSlower = 3;
/** The read API's deadline for its engine. No response may take longer. */
const deadlineMilliseconds = 2_000;

/** The events that happen while intents are sent. */
function eventsOf(directory: FilledDirectory): Record<string, () => Promise<void>> {
  const { databaseUrl, meilisearch, ids } = directory;
  return {
    'one service is removed': async () => {
      const write = await startService('write-api', directory);
      const removed = await fetch(`${write.url}/api/services/${ids.at(-1)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${bootstrapKey}` },
      });
      if (removed.status !== 204) throw new Error(`the removal was answered with ${removed.status}`);
      await write.stop();
    },
    'the index is rebuilt and swapped': async () => {
      if (!meilisearch) return;
      const database = openDatabase(databaseUrl, { max: 4 });
      const index = createMeilisearchIndex(meilisearch);
      await rebuildIndex({ database, node: mainNode, index });
      await index.close();
      await database.end();
    },
    'another reader starts': async () => {
      const reader = await startService('read-api', directory);
      const first = await fetch(reader.url + intentPath('weather in Tokyo'));
      if (!first.ok) throw new Error(`a reader that was ready answered with ${first.status}`);
      await reader.stop();
    },
  };
}

/** Sends a steady load of intents, first undisturbed and then during events. The ratio compares the two p99. */
export const steady: BenchCase = {
  name: 'steady',
  title: 'p99 of intents while the index changes',
  baseline: 'itself: the same load while nothing happens',
  atLeast: 1 / timesSlower,
  needs: 'meilisearch',
  async prepare(bench: Bench) {
    const { load, catalog, language, say } = bench;
    const directory = await bench.directory();
    const origin = directory.read.url;
    const set = await load.keep(
      intentQueries(catalog, language, queryCount).map(({ intent }) => get(intentPath(intent))),
    );
    const { perSecond } = await load.run(set, { origin, connections: inFlight, seconds: 3 });
    const plan = { origin, connections: 100, seconds: eventSeconds, rate: shareOfCapacity * perSecond };
    const conditions: Condition[] = [];

    return {
      rounds: 1,
      baseline: async () => 1_000 / (await load.run(set, plan)).accepted.p99,
      async ours() {
        let slowest = 0;
        for (const [what, happen] of Object.entries(eventsOf(directory))) {
          say(`steady: ${what}`);
          const [during] = await Promise.all([load.run(set, plan), happen()]);
          const { p99, most } = during.accepted;
          slowest = Math.max(slowest, p99);
          const isServed = during.statuses[200] === during.answered && most <= deadlineMilliseconds;
          conditions.push({
            holds: isServed,
            text: `${what}: every intent is answered within its deadline: p99 ${p99.toFixed(0)} ms, the last after ${most.toFixed(0)} ms, ${JSON.stringify(during.statuses)}`,
          });
        }
        return 1_000 / slowest;
      },
      also: () => conditions,
    };
  },
};
