import { randomBytes } from 'node:crypto';
import { grantReader, migrate, openDatabase } from '@shirube/catalog';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchKeys, type MeilisearchKeys } from '@shirube/search';
import { meilisearchProgram, type Part, type Program } from '../processes/index.js';
import { type PostgresPart, startPostgres } from './postgresPart.js';
import { redisProgram } from './programs/redis.js';

/** Creates the parts of one stack, and reports each of them once it runs. */
export interface PartFactory {
  directory: string;
  part(program: Program): Part;
  started(name: string, starting: Promise<unknown>): Promise<void>;
}

/** All parts that store data, and the keys to them. */
export interface Stores {
  postgres: PostgresPart;
  /** The address for readers. It uses a read-only role, unless Postgres was given. */
  readerUrl: string;
  redis: Part;
  /** The Meilisearch of every search node; the first is that of main. */
  searchNodes: { name: string; meilisearch: Part }[];
  meilisearchMasterKey: string;
  meilisearchKeys: MeilisearchKeys;
  /** Creates the keys of reader and indexer again. This is needed after Meilisearch has lost its data. */
  createKeys(): Promise<void>;
}

const secret = () => randomBytes(24).toString('hex');

/** Starts Postgres (if none is given), Redis and every Meilisearch concurrently, and creates the Meilisearch keys. */
export async function startStores(
  { directory, part, started }: PartFactory,
  {
    databaseUrl,
    nodes,
    onPostgres,
    onPostgresDied,
  }: {
    databaseUrl: string | undefined;
    nodes: number;
    onPostgres: (postgres: PostgresPart) => void;
    onPostgresDied: (reason: string) => void;
  },
): Promise<Stores> {
  const meilisearchMasterKey = secret();
  const redis = part(await redisProgram(directory, await freePort(), secret()));
  const searchNodes: Stores['searchNodes'] = [];
  for (let number = 1; number <= nodes; number++) {
    // The first has the default name of an indexer's node.
    const [name, program] = number === 1 ? ['main', 'meilisearch'] : [`node-${number}`, `meilisearch-${number}`];
    const described = await meilisearchProgram(directory, await freePort(), meilisearchMasterKey, program);
    searchNodes.push({ name, meilisearch: part(described) });
  }
  const makeKeys = ({ url }: Part) => createMeilisearchKeys({ url, masterKey: meilisearchMasterKey });
  const startingPostgres = startPostgres({ directory, url: databaseUrl, onDied: onPostgresDied }).then((postgres) => {
    onPostgres(postgres);
    return postgres;
  });
  const startingNodes = searchNodes.map(({ meilisearch }) => meilisearch.start().then(() => makeKeys(meilisearch)));
  const startingAll = [
    started('postgres', startingPostgres),
    started('redis', redis.start()),
    ...searchNodes.map(({ meilisearch }, at) => started(meilisearch.name, startingNodes[at] ?? Promise.resolve())),
  ];
  // Waits for all of them, so that none is still starting unnoticed after another has failed.
  for (const outcome of await Promise.allSettled(startingAll)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  const postgres = await startingPostgres;
  return {
    postgres,
    readerUrl: databaseUrl ?? (await makeReader(postgres.url)),
    redis,
    searchNodes,
    meilisearchMasterKey,
    // The same master key produces the same keys in every Meilisearch.
    meilisearchKeys: await firstOf(startingNodes),
    async createKeys() {
      for (const { meilisearch } of searchNodes) await makeKeys(meilisearch);
    },
  };
}

/** Migrates the catalog and creates the role of the read API. Returns the address for that role. */
async function makeReader(ownerUrl: string): Promise<string> {
  const role = { name: 'shirube_reader', password: secret() };
  const database = openDatabase(ownerUrl, { max: 1 });
  try {
    await migrate(database);
    await grantReader(database, role);
  } finally {
    await database.end();
  }
  const url = new URL(ownerUrl);
  url.username = role.name;
  url.password = role.password;
  return url.href;
}

function firstOf<T>([first]: readonly Promise<T>[]): Promise<T> {
  if (!first) throw new Error('a stack needs a search node');
  return first;
}
