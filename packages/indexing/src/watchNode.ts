import { type Database, type NodeState, reportNode } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import type { Log } from '@shirube/service-kit';
import { type Follower, repeat } from '@shirube/work';
import type { IndexKeeper } from './indexKeeper.js';

const reportEvery = 1_000;
const checkEvery = 3_000;

export interface NodeWatchOptions {
  database: Database;
  node: string;
  index: SearchIndex;
  keeper: IndexKeeper;
  follower: Follower;
  log: Log;
  signal: AbortSignal;
}

/**
 * Reports until `signal` that the indexers of the node run, and whether its engine responds, so that readers know its
 * state. Also detects that the index is gone, even while nothing is written that would need it, and rebuilds an index
 * that an indexer of an older version has rebuilt while both run during an upgrade.
 */
export async function watchNode(options: NodeWatchOptions): Promise<void> {
  const { database, node, index, keeper, follower, log, signal } = options;
  let before: NodeState | undefined;

  function compare(state: NodeState | undefined): void {
    // A node that is unknown at first is about to join.
    if (before !== undefined && state === undefined) {
      follower.fail(new Error(`the search node ${node} was removed`));
    } else if (before !== undefined && state !== before) {
      log.info({ node, state }, `the search node is ${state}`);
    }
    before = state;
  }

  async function check(): Promise<void> {
    const { rebuildNeeded } = await index.check();
    if (rebuildNeeded) await keeper.prepare();
  }

  const reporting = repeat({
    every: reportEvery,
    signal,
    // An outage of the database is reported by the follower, which queries it just as often.
    work: () => reportNode(database, node, { answers: !follower.isFailing() }).then(compare, () => {}),
  });
  await Promise.race([follower.prepared, follower.ended]);
  const checking = repeat({
    every: checkEvery,
    signal,
    work: async () => void (follower.isFailing() || (await check().catch(follower.fail))),
  });
  await Promise.all([reporting.ended, checking.ended]);
}
