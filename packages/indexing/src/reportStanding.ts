import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type NodeState, reportNode } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import type { OutageGate } from './outageGate.js';

const everyMilliseconds = 1_000;

interface StandingOptions {
  database: Database;
  node: string;
  gate: OutageGate;
  log: Log;
  signal: AbortSignal;
}

/** Reports until `signal` that the node is being kept up, and whether its engine answers: so readers know its standing. */
export async function reportStanding({ database, node, gate, log, signal }: StandingOptions): Promise<void> {
  let before: NodeState | undefined;

  function tell(state: NodeState | undefined): void {
    // What is not known at first is about to join.
    if (before !== undefined && state === undefined) {
      gate.failed(new Error(`the search node ${node} was removed`));
    } else if (before !== undefined && state !== before) {
      log.info({ node, state }, `the search node is ${state}`);
    }
    before = state;
  }

  while (!signal.aborted) {
    // A database that is down is told of by whoever reads the log, which asks as often.
    await reportNode(database, node, { answers: gate.isOpen() }).then(tell, () => {});
    await delay(everyMilliseconds, undefined, { signal }).catch(() => {});
  }
}
