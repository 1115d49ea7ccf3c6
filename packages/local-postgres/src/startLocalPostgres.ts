import { type LocalPostgresOptions, openCluster } from './cluster.js';

export interface LocalPostgres {
  url: string;
  /** Resolves when this Postgres has ended, even if nobody stopped it. */
  exited: Promise<void>;
  /** Stops within 5 s; resolves when the data directory is free again. */
  stop(): Promise<void>;
}

/**
 * Runs Postgres on the data directory as long as this process lives, and creates the data if there is none.
 * @throws DataDirectoryInUse while another process owns it
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const cluster = await openCluster(options);
  const { url, postmaster } = await cluster.start(options.port).catch(async (error) => {
    await cluster.release();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  return {
    url,
    exited: postmaster.exited,
    stop() {
      stopped ??= postmaster.stop().then(cluster.release);
      return stopped;
    },
  };
}
