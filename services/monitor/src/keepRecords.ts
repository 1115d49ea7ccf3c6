import { type Database, keepHistory, refreshOldTrust } from '@shirube/catalog';

const everyMs = 60_000;

/**
 * Sums up what was seen and lets trust follow the time, every minute, until it is stopped. Every monitor does it: who
 * comes second finds nothing to do.
 */
export function keepRecords(
  database: Database,
  enqueue: (ids: readonly string[]) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let working: Promise<void> = Promise.resolve();
  async function work(): Promise<void> {
    await keepHistory(database);
    const { changed } = await refreshOldTrust(database);
    if (changed.length > 0) enqueue(changed);
  }
  const timer = setInterval(() => {
    working = working.then(work).catch(onError);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
