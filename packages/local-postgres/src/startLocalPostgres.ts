import { setTimeout as delay } from 'node:timers/promises';
import { createCluster, passwordOf } from './createCluster.js';
import { freePort } from './freePort.js';
import { claim } from './ownership.js';
import { type Placement, place } from './placement.js';
import { PostgresDidNotStart, startPostmaster } from './postmaster.js';
import { clearLeftover } from './postmasterFile.js';

export interface LocalPostgresOptions {
  /** The data is kept in its subdirectory `postgres`. */
  dataDir: string;
  /** Receives each line of the log of Postgres. */
  onLog?: (line: string) => void;
  /** False for data that may be lost with the machine, such as that of tests: writes do not wait for the disk. */
  durable?: boolean;
  /** A free one unless told. */
  port?: number;
}

export interface LocalPostgres {
  url: string;
  /** Resolves when this Postgres has ended, also when nobody asked it to. */
  exited: Promise<void>;
  /** Stops within 5 s; resolves when the data directory is free again. */
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
};
const undurable = { fsync: 'off', full_page_writes: 'off' };

/** Another program took the port, or backends of a Postgres that was killed have not noticed its death yet. */
const passing = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/;

/**
 * Runs Postgres on the data directory, creating its data at first, for as long as this process lives.
 * @throws DataDirectoryInUse while another process does
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const placement = await place(options.dataDir);
  const release = await claim(placement.home, options.dataDir);
  const durable = options.durable ?? true;
  try {
    await createCluster(placement, durable);
    await clearLeftover(placement.home);
    const { port, postmaster } = await startOnPort(placement, durable, options);
    let stopped: Promise<void> | undefined;
    return {
      url: await urlOf(placement.home, port),
      exited: postmaster.exited,
      stop: () => {
        stopped ??= postmaster.stop().then(release);
        return stopped;
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The address of the cluster in `home` on that port, with its password. */
export async function urlOf(home: string, port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(home)}@127.0.0.1:${port}/postgres`;
}

async function startOnPort(
  placement: Placement,
  durable: boolean,
  { port: given, onLog = () => {} }: LocalPostgresOptions,
) {
  for (let attempt = 1; ; attempt++) {
    const port = given ?? (await freePort());
    try {
      const all = { ...settings, ...(durable ? {} : undurable), port };
      return { port, postmaster: await startPostmaster(placement, all, onLog) };
    } catch (error) {
      const worthAnother = error instanceof PostgresDidNotStart && passing.test(error.log) && attempt < 20;
      if (!worthAnother) throw error;
      await delay(250);
    }
  }
}
