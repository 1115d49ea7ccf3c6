import { setTimeout as delay } from 'node:timers/promises';
import { countClaims, type Database, holdIndexing, resumeIndexing } from '@shirube/catalog';

const holdSeconds = 20;
const renewMilliseconds = 5_000;
const patienceMilliseconds = 60_000;

/**
 * Runs `work` while no indexer of the node has anything under way, and none takes anything up. Writes go on; they wait in
 * the ledger. A process that dies in here delays indexing by some seconds.
 */
export async function whileHeld<T>(database: Database, node: string, work: () => Promise<T>): Promise<T> {
  await holdIndexing(database, node, holdSeconds);
  const renewal = setInterval(() => {
    holdIndexing(database, node, holdSeconds).catch(() => {});
  }, renewMilliseconds);
  try {
    const deadline = performance.now() + patienceMilliseconds;
    while ((await countClaims(database, node)) > 0) {
      if (performance.now() > deadline) throw new Error('the indexers do not finish what they have begun');
      await delay(20);
    }
    return await work();
  } finally {
    clearInterval(renewal);
    await resumeIndexing(database, node);
  }
}
