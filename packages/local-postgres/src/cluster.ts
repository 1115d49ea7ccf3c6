import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@shirube/processes';
import { createCluster, passwordOf } from './createCluster.js';
import { claim } from './ownership.js';
import { type Placement, place } from './placement.js';
import { PostgresDidNotStart, type Postmaster, startPostmaster } from './postmaster.js';
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

/** The data of one Postgres, which belongs to this process until it is released. */
export interface Cluster {
  /** Runs Postgres on the data, whatever an earlier one has left behind; on a free port unless told which. */
  start(port?: number, signal?: AbortSignal): Promise<RunningCluster>;
  release(): Promise<void>;
}

export interface RunningCluster {
  url: string;
  port: number;
  postmaster: Postmaster;
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
 * Takes possession of the data directory and creates its data at first.
 * @throws DataDirectoryInUse while another process has it
 */
export async function openCluster({ dataDir, durable = true, onLog }: LocalPostgresOptions): Promise<Cluster> {
  const placement = await place(dataDir);
  const release = await claim(placement.home, dataDir);
  try {
    await createCluster(placement, durable);
  } catch (error) {
    await release();
    throw error;
  }
  return {
    release,
    async start(given, signal) {
      await clearLeftover(placement.home);
      const all = { ...settings, ...(durable ? {} : undurable) };
      const { port, postmaster } = await startOnPort(given, (port) =>
        startPostmaster(placement, { ...all, port }, { onLog, signal }),
      );
      return { url: await urlOf(placement.home, port), port, postmaster };
    },
  };
}

/** The address of the cluster in `home` on that port, with its password. */
export async function urlOf(home: Placement['home'], port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(home)}@127.0.0.1:${port}/postgres`;
}

async function startOnPort(given: number | undefined, start: (port: number) => Promise<Postmaster>) {
  for (let attempt = 1; ; attempt++) {
    const port = given ?? (await freePort());
    try {
      return { port, postmaster: await start(port) };
    } catch (error) {
      const worthAnother = error instanceof PostgresDidNotStart && passing.test(error.log) && attempt < 20;
      if (!worthAnother) throw error;
      await delay(250);
    }
  }
}
