import { setTimeout as delay } from 'node:timers/promises';
import { urlOf } from './cluster.js';
import { DataDirectoryInUse, livingOwner } from './ownership.js';
import { existingHome } from './placement.js';
import { readyPort } from './postmasterFile.js';
import { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';

interface LocalConnection extends Pick<LocalPostgres, 'url' | 'stop'> {
  /** Whether Postgres runs only for this connection, because nobody else was using the data directory. */
  startedHere: boolean;
}

/**
 * Uses the Postgres that another process runs on the data directory; otherwise runs one until `stop`. `stop` does not
 * stop the Postgres of another process.
 */
export async function connectLocalPostgres(dataDir: string): Promise<LocalConnection> {
  const patience = Date.now() + 30_000;
  for (;;) {
    const url = await runningUrl(dataDir);
    if (url !== undefined) return { url, stop: async () => {}, startedHere: false };
    try {
      return { ...(await startLocalPostgres({ dataDir })), startedHere: true };
    } catch (error) {
      // The owner is starting or stopping Postgres.
      if (!(error instanceof DataDirectoryInUse) || Date.now() > patience) throw error;
      await delay(100);
    }
  }
}

async function runningUrl(dataDir: string): Promise<string | undefined> {
  const home = await existingHome(dataDir);
  if (home === undefined || (await livingOwner(home)) === undefined) return undefined;
  const port = await readyPort(home);
  return port === undefined ? undefined : urlOf(home, port);
}
