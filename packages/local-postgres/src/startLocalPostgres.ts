import { type LocalPostgresOptions, openCluster } from './cluster.js';

export interface LocalPostgres {
  url: string;
  /** Resolves when this Postgres has ended, also when nobody asked it to. */
  exited: Promise<void>;
  /** Stops within 5 s; resolves when the data directory is free again. */
  stop(): Promise<void>;
}

/**
 * Runs Postgres on the data directory, creating its data at first, for as long as this process lives.
 * @throws DataDirectoryInUse while another process does
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
