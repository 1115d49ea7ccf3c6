import { type Database, type NodeState, reportNode } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import { repeat } from '@shirube/work';
import type { OutageGate } from './outageGate.js';

const everyMilliseconds = 1_000;

interface StandingOptions {
  database: Database;
  node: string;
  gate: OutageGate;
  log: Log;
  signal: AbortSignal;
}

/**
 * Reports until `signal` that the indexers of the node run, and whether its engine responds, so that readers know its
 * state.
 */
export async function reportStanding({ database, node, gate, log, signal }: StandingOptions): Promise<void> {
  let before: NodeState | undefined;

  function tell(state: NodeState | undefined): void {
    // A node that is unknown at first is about to join.
    if (before !== undefined && state === undefined) {
      gate.failed(new Error(`the search node ${node} was removed`));
    } else if (before !== undefined && state !== before) {
      log.info({ node, state }, `the search node is ${state}`);
    }
    before = state;
  }

  // An outage of the database is reported by the log reader, which queries it just as often.
  const work = () => reportNode(database, node, { answers: gate.isOpen() }).then(tell, () => {});
  await repeat({ work, every: everyMilliseconds, signal }).ended;
}
