import { addMatches, type Database, type LogEntry, listSavedSearches, loadChanged } from '@shirube/catalog';
import type { SavedSearch } from '@shirube/contracts';
import { createMatcher } from '@shirube/search';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { follow } from '@shirube/work';

/** Whether only trust or uptime can have changed. These change with every check. */
const isQuiet = ({ type, status }: LogEntry) => type === 'touched' || (type === 'status' && !status);
const asksForQuiet = ({ minTrust, minUptime }: SavedSearch) => minTrust !== undefined || minUptime !== undefined;

/**
 * Records deliveries for accounts whose saved searches find new or changed services, until closed. Any number of
 * instances may run concurrently.
 */
export function startSavedSearches({ database, log }: { database: Database; log: Log }) {
  const stop = new AbortController();
  let matching: ReturnType<typeof createMatcher> | undefined;

  async function handle(entries: readonly LogEntry[]): Promise<void> {
    const saved = await listSavedSearches(database);
    if (saved.length === 0) return;
    const wanted = entries.filter(({ type }) => type !== 'deleted');
    const changed = await loadChanged(database, wanted);
    matching ??= createMatcher();
    const match = await matching;
    const found = match(
      changed.entries,
      saved.map(({ search }) => search),
    );
    const servicesSoFar = new Set<string>();
    const matches = wanted.flatMap((entry) => {
      const onlyFirst = isQuiet(entry);
      if (onlyFirst && servicesSoFar.has(entry.serviceId)) return [];
      servicesSoFar.add(entry.serviceId);
      return found
        .filter(({ serviceId }) => serviceId === entry.serviceId)
        .flatMap(({ search }) => saved[search] ?? [])
        .filter(({ search }) => !onlyFirst || asksForQuiet(search))
        .map(({ accountId }) => ({ accountId, entry, onlyFirst }));
    });
    await addMatches(database, matches);
  }

  const { ended } = follow('saved-searches', handle, {
    database,
    report: createSparseReport(log, 'the saved searches'),
    signal: stop.signal,
    // A new search gets only later changes.
    startOver: async () => {},
  });
  return {
    async close(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
