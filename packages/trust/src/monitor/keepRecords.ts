import type { Database } from '@shirube/catalog';
import type { SparseReport } from '@shirube/service-kit';
import { repeat } from '@shirube/work';
import { keepHistory } from '../history/keepHistory.js';
import { pruneAddressTurns } from '../schedule/addressTurns.js';
import { refreshOldTrust, refreshTrust } from '../score/refreshTrust.js';

const trustEveryMs = 1_000;
const historyEveryMs = 60_000;

export interface RecordKeeper {
  /** Lets the trust of a service follow its check, together with that of others. */
  checked(id: string): void;
  /** Resolves when all is done, after `signal`. */
  ended(): Promise<void>;
}

/**
 * Makes trust of what was seen, a second later at the most, and every minute sums it up and lets trust follow the time.
 * Every monitor does that: who comes second finds nothing to do.
 */
export function keepRecords(
  database: Database,
  enqueue: (ids: readonly string[]) => void,
  { report, signal }: { report: SparseReport; signal: AbortSignal },
): RecordKeeper {
  const waiting = new Set<string>();
  let summedUpAt = performance.now();

  async function makeTrust(): Promise<void> {
    const ids = [...waiting];
    if (ids.length === 0) return;
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
  const { ended } = repeat({
    every: trustEveryMs,
    report,
    signal,
    async work() {
      await makeTrust();
      if (performance.now() - summedUpAt < historyEveryMs) return;
      summedUpAt = performance.now();
      await sumUp();
    },
  });
  return {
    checked: (id) => void waiting.add(id),
    async ended() {
      await ended;
      await makeTrust().catch(report.failed);
    },
  };
}
