import type { Database } from '@shirube/catalog';
import type { SparseReport } from '@shirube/service-kit';
import { repeat } from '@shirube/work';
import { rollUpHistory } from '../history/rollUpHistory.js';
import { pruneManifestTurns } from '../manifest/keepManifest.js';
import { pruneAddressTurns } from '../schedule/addressTurns.js';
import { refreshOldTrust, refreshTrust } from '../score/refreshTrust.js';

const trustEveryMs = 1_000;
const historyEveryMs = 60_000;

export interface RecordKeeper {
  /** Schedules an update of a service's trust after a check, in a batch with others. */
  checked(id: string): void;
  /** Resolves after `signal`, when all work is done. */
  ended(): Promise<void>;
}

/**
 * Updates trust within a second of a check. Every minute it aggregates checks and updates old trust. Every monitor does
 * this; a second one finds nothing to do.
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
    const changed = await refreshTrust(database, ids).catch((error: unknown) => {
      for (const id of ids) waiting.add(id);
      throw error;
    });
    if (changed.length > 0) enqueue(changed);
  }
  async function sumUp(): Promise<void> {
    await rollUpHistory(database);
    await pruneAddressTurns(database);
    await pruneManifestTurns(database);
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
