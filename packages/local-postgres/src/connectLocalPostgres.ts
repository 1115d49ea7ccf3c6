import { setTimeout as delay } from 'node:timers/promises';
import { urlOf } from './cluster.js';
import { DataDirectoryInUse } from './dataDirectoryInUse.js';
import { livingOwner } from './ownership.js';
import { existingHome } from './placement.js';
import { readyPort } from './postmasterFile.js';
import { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';

export interface LocalConnection extends Pick<LocalPostgres, 'url' | 'stop'> {
  /** Whether Postgres runs for this connection only, and nobody else was using the data directory. */
  startedHere: boolean;
}

/**
 * Uses the Postgres another process runs on the data directory, or runs it until `stop` when nobody does.
 * `stop` leaves a Postgres of another process alone.
 */
export async function connectLocalPostgres(dataDir: string): Promise<LocalConnection> {
  const patience = Date.now() + 30_000;
  for (;;) {
    const url = await runningUrl(dataDir);
    if (url !== undefined) return { url, stop: async () => {}, startedHere: false };
    try {
      return { ...(await startLocalPostgres({ dataDir })), startedHere: true };
    } catch (error) {
      // Its owner is just starting or stopping it.
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
