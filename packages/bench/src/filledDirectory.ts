import { type Database, importServices, migrate, openDatabase, skipToEnd } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import type { Part } from '@shirube/dev/processes';
import { embeddedEngine } from './baselines/embeddedEngine.js';
import type { EngineAccess } from './baselines/engineAccess.js';
import { meilisearchEngine } from './baselines/meilisearchEngine.js';
import { type DirectoryParts, startServices } from './processes/directory.js';
import type { Parts } from './processes/parts.js';
import { untilTotal } from './untilTotal.js';

/** A running directory that holds the catalog. */
export interface FilledDirectory extends DirectoryParts {
  read: Part;
  /** In catalog order. */
  ids: string[];
  /** Services that became searchable per second while the index was filled. */
  indexedPerSecond: number;
  /** The engine without the product in front of it. */
  engine(): Promise<EngineAccess>;
  close(): Promise<void>;
}

const batch = 1_000;

/** Stores the catalog, with trust and status as if set by checks and operators. */
async function store(database: Database, catalog: readonly Registration[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < catalog.length; at += batch) {
    const stored = await importServices(database, catalog.slice(at, at + batch));
    ids.push(...stored.map(({ id }) => id));
  }
  // These settings apply to the only connection. Updating hundreds of thousands of rows exceeds the statement timeout,
  // especially with triggers that log each row for an index that is built from the whole catalog anyway.
  await database.query('set statement_timeout = 0');
  await database.query('set session_replication_role = replica');
  await database.query(`
    update services set trust_score = (number * 37) % 101,
      status = case when number % 10 = 0 then 'inactive' when number % 3 = 0 then 'verified' else status end
    from (select id, row_number() over (order by id) as number from services) as numbered
    where numbered.id = services.id`);
  await database.query('set session_replication_role = origin');
  await skipToEnd(database);
  await database.query('vacuum analyze');
  return ids;
}

/** Starts a directory on its own parts and fills it. */
export async function startFilledDirectory(parts: Parts, catalog: readonly Registration[]): Promise<FilledDirectory> {
  const meilisearch = await parts.createMeilisearch();
  const directory = { ...(await parts.createStores()), meilisearch };
  const { databaseUrl } = directory;
  // On a busy machine storing the whole catalog exceeds the default statement timeout.
  const database = openDatabase(databaseUrl, { max: 1, statementMilliseconds: 600_000 });
  await migrate(database);
  const ids = await store(database, catalog);
  await database.end();
  const started = performance.now();
  const { last: read, stop } = await startServices(['indexer', 'read-api'], directory);
  await untilTotal(read.url, catalog.length);
  const indexedPerSecond = (1_000 * catalog.length) / (performance.now() - started);
  let engine: Promise<EngineAccess> | undefined;
  return {
    ...directory,
    read,
    ids,
    indexedPerSecond,
    engine() {
      engine ??= meilisearch ? Promise.resolve(meilisearchEngine(meilisearch)) : embeddedEngine(databaseUrl);
      return engine;
    },
    async close() {
      (await engine)?.close();
      await stop();
      await meilisearch?.stop();
    },
  };
}
