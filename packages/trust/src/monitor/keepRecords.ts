import type { Database } from '@shirube/catalog';
import { keepHistory } from '../history/keepHistory.js';
import { pruneAddressTurns } from '../schedule/addressTurns.js';
import { refreshOldTrust, refreshTrust } from '../score/refreshTrust.js';

const trustEveryMs = 1_000;
const historyEveryMs = 60_000;

export interface RecordKeeper {
  /** Lets the trust of a service follow its check, together with that of others. */
  checked(id: string): void;
  stop(): Promise<void>;
}

/**
 * Makes trust of what was seen, a second later at the most, and every minute sums it up and lets trust follow the time.
 * Every monitor does that: who comes second finds nothing to do.
 */
export function keepRecords(
  database: Database,
  enqueue: (ids: readonly string[]) => void,
  onError: (error: unknown) => void,
): RecordKeeper {
  const waiting = new Set<string>();
  let working: Promise<void> = Promise.resolve();

  async function makeTrust(): Promise<void> {
    if (waiting.size === 0) return;
    const ids = [...waiting];
    waiting.clear();
    const changed = await refreshTrust(database, ids);
    if (changed.length > 0) enqueue(changed);
  }
  async function sumUp(): Promise<void> {
    await keepHistory(database);
    await pruneAddressTurns(database);
    const { changed } = await refreshOldTrust(database);
    if (changed.length > 0) enqueue(changed);
  }
  // One after the other: there is no hurry.
  const next = (work: () => Promise<void>) => {
    working = working.then(work).catch(onError);
  };
  const timers = [
    setInterval(() => waiting.size > 0 && next(makeTrust), trustEveryMs),
    setInterval(() => next(sumUp), historyEveryMs),
  ];
  return {
    checked: (id) => void waiting.add(id),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      next(makeTrust);
      await working;
    },
  };
}
