import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@shirube/local-postgres';
import { createPart, findProgram, meilisearchData, type Part, requireProgram } from '../processes/index.js';
import { gatewayProgram } from './programs/gateway.js';
import { type Services, startServices } from './startServices.js';
import { type PartFactory, type Stores, startStores } from './startStores.js';

/** Third-party programs that the stack runs. */
const programs = ['redis-server', 'meilisearch', 'nginx'] as const;

/** Returns the programs that are not installed. */
export async function missingPrograms(): Promise<string[]> {
  const found = await Promise.all(programs.map(findProgram));
  return programs.filter((_, at) => found[at] === undefined);
}

export interface StackOptions {
  /** How many search nodes, write APIs, read APIs, and indexers of each node to run, 1 of each by default. */
  nodes?: number | undefined;
  writeApis?: number | undefined;
  readApis?: number | undefined;
  indexers?: number | undefined;
  /** The port of the gateway; a free one by default. */
  port?: number | undefined;
  /** The data directory of all parts; by default a temporary one, which is removed with the stack. */
  directory?: string | undefined;
  /** An existing Postgres to use instead of the stack's own. */
  databaseUrl?: string | undefined;
  /** Further variables for all services. */
  env?: Record<string, string>;
  /** Called for each part once it runs. */
  onStarted?: (name: string) => void;
  /** Called when a part exits unexpectedly. The part stays down unless the callback starts it. */
  onUnexpectedEnd?: (part: Part, how: string) => void;
  /** Called with the reason when the stack's own Postgres dies. It is restarted automatically. */
  onPostgresDied?: (reason: string) => void;
}

/** The full topology, running on the loopback interface. */
export interface Stack extends Stores, Services {
  /** The address of the gateway. */
  url: string;
  directory: string;
  databaseUrl: string;
  /** The Meilisearch of the first search node. */
  meilisearch: Part;
  gateway: Part;
  /** Removes the data of a Meilisearch, by default that of the first node. It must be stopped. */
  loseMeilisearchData(meilisearch?: Part): Promise<void>;
  /** Stops all parts. */
  close(): Promise<void>;
}

async function openDirectory(path: string | undefined) {
  if (path) {
    await mkdir(path, { recursive: true });
    return { directory: resolve(path), remove: async () => {} };
  }
  const directory = await mkdtemp(join(tmpdir(), 'shirube-stack-'));
  // When root starts the stack, Postgres runs as another user, who needs access to the directory.
  await chmod(directory, 0o755);
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/**
 * Starts Postgres, Redis, Meilisearch, the services and the gateway as separate processes, and resolves once the
 * directory can be used through the gateway. All parts stop on `close`, and when this process exits for any reason.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { onStarted = () => {}, onUnexpectedEnd = () => {}, onPostgresDied = () => {}, nodes = 1, env = {} } = options;
  for (const program of programs) await requireProgram(program);
  const { directory, remove } = await openDirectory(options.directory);
  const parts: Part[] = [];
  const factory: PartFactory = {
    directory,
    part(program) {
      const created = createPart(program, { directory, onUnexpectedEnd });
      parts.push(created);
      return created;
    },
    async started(name, starting) {
      await starting;
      onStarted(name);
    },
  };
  let stopPostgres = async () => {};
  async function close(): Promise<void> {
    // Redis and every Meilisearch were created first. All other parts depend on them, so they stop before them.
    for (const layer of [parts.slice(1 + nodes), parts.slice(0, 1 + nodes)]) {
      await Promise.all(layer.map((part) => part.stop()));
    }
    await stopPostgres();
    await remove();
  }

  try {
    const stores = await startStores(factory, {
      databaseUrl: options.databaseUrl,
      nodes,
      onPostgres: (postgres) => {
        if (!options.databaseUrl) stopPostgres = postgres.stop;
      },
      onPostgresDied,
    });
    const [first] = stores.searchNodes;
    if (!first) throw new Error('a stack needs a search node');
    const services = await startServices(factory, {
      stores,
      writeApis: options.writeApis ?? 1,
      readApis: options.readApis ?? 1,
      indexers: options.indexers ?? 1,
      env,
    });
    const gateway = factory.part(
      await gatewayProgram(directory, {
        port: options.port ?? (await freePort()),
        writeApis: services.writeApis.map(({ url }) => url),
        readApis: services.readApis.map(({ url }) => url),
        env,
      }),
    );
    await factory.started('gateway', gateway.start());
    return {
      url: gateway.url,
      directory,
      databaseUrl: stores.postgres.url,
      ...stores,
      ...services,
      gateway,
      meilisearch: first.meilisearch,
      loseMeilisearchData: ({ name } = first.meilisearch) =>
        rm(meilisearchData(directory, name), { recursive: true, force: true }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
