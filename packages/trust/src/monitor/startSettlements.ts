import type { Database, LogEntry } from '@shirube/catalog';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { followLog } from '@shirube/work';
import { refreshTrust } from '../score/refreshTrust.js';
import { matchSettlementsAgain } from '../settlements/matchAgain.js';

/** The columns that settlements are matched by. */
const matchedBy = new Set(['endpoint', 'payment_address', 'network']);
const mayEarn = ({ type, columns }: LogEntry): boolean =>
  type === 'created' || columns.some((column) => matchedBy.has(column));

/** Matches settlements that happened before their service was registered or changed, until closed. */
export function startSettlements({
  database,
  enqueue,
  log,
}: {
  database: Database;
  /** Wakes the indexers. */
  enqueue: (ids: readonly string[]) => void;
  log: Log;
}): { close(): Promise<void> } {
  const stop = new AbortController();

  async function match(ids?: readonly string[]): Promise<void> {
    const earned = await matchSettlementsAgain(database, ids);
    const changed = await refreshTrust(database, earned);
    if (changed.length > 0) enqueue(changed);
  }

  const { ended } = followLog(
    {
      name: 'settlements',
      startOver: () => match(),
      async handle(entries) {
        const ids = entries.filter(mayEarn).map(({ serviceId }) => serviceId);
        if (ids.length > 0) await match(ids);
      },
    },
    { database, report: createSparseReport(log, 'the settlements'), signal: stop.signal },
  );
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}
