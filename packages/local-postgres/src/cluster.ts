import { setTimeout as delay } from 'node:timers/promises';
import { createCluster, passwordOf } from './createCluster.js';
import { freePort } from './freePort.js';
import { claim } from './ownership.js';
import { type Placement, place } from './placement.js';
import { PostgresDidNotStart, type Postmaster, startPostmaster } from './postmaster.js';
import { clearLeftover } from './postmasterFile.js';

export interface LocalPostgresOptions {
  /** The data is in its subdirectory `postgres`. */
  dataDir: string;
  /** If false, writes do not wait for the disk: for data that may be lost with the machine, such as that of tests. */
  durable?: boolean;
  /** A free port by default. */
  port?: number;
}

/** The data of one Postgres, which this process owns until it is released. */
interface Cluster {
  /** Runs Postgres on the data, and cleans up after an earlier one; by default on a free port. */
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

/** Transient errors: another program took the port, or backends of a killed Postgres are still running. */
const passing = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/;

/**
 * Takes ownership of the data directory, and creates the data if there is none.
 * @throws DataDirectoryInUse while another process owns it
 */
export async function openCluster({ dataDir, durable = true }: LocalPostgresOptions): Promise<Cluster> {
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
    async start(fixedPort, signal) {
      await clearLeftover(placement.home);
      const all = { ...settings, ...(durable ? {} : undurable) };
      const { port, postmaster } = await startOnPort(fixedPort, (port) =>
        startPostmaster(placement, { ...all, port }, signal),
      );
      return { url: await urlOf(placement.home, port), port, postmaster };
    },
  };
}

/** Returns the URL of the cluster in `home` on that port, with its password. */
export async function urlOf(home: Placement['home'], port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(home)}@127.0.0.1:${port}/postgres`;
}

async function startOnPort(fixedPort: number | undefined, start: (port: number) => Promise<Postmaster>) {
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort());
    try {
      return { port, postmaster: await start(port) };
    } catch (error) {
      const worthAnother = error instanceof PostgresDidNotStart && passing.test(error.log) && attempt < 20;
      if (!worthAnother) throw error;
      await delay(250);
    }
  }
}
