import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Database } from './database.js';
import { renewRestoredFeed } from './log/pruneLog.js';
import { findReaders, grantTables } from './readerRole.js';
import { fillEndpointKeys } from './services/fillEndpointKeys.js';
import { fillProviders } from './services/fillProviders.js';
import { fillResourceKeys } from './services/fillResourceKeys.js';

const folder = new URL('../migrations/', import.meta.url);
const functionsFolder = new URL('../functions/', import.meta.url);
// Any number will do, as long as every process uses the same one.
const advisoryLock = 7_402_101;

const sqlFiles = async (url: URL) => (await readdir(url)).filter((name) => name.endsWith('.sql')).sort();
const migrationFiles = () => sqlFiles(folder);

/** Applies the function files whose digests have changed since they were last applied. */
async function applyFunctions(client: pg.PoolClient): Promise<void> {
  await client.query('create table if not exists schema_functions (name text primary key, digest text not null)');
  const { rows } = await client.query<{ name: string; digest: string }>('select * from schema_functions');
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
  for (const name of await sqlFiles(functionsFolder)) {
    const sql = await readFile(new URL(name, functionsFolder), 'utf8');
    const digest = hash('sha256', sql);
    if (applied.get(name) === digest) continue;
    await client.query(sql);
    await client.query(
      `insert into schema_functions values ($1, $2) on conflict (name) do update set digest = excluded.digest`,
      [name, digest],
    );
  }
}

/** Applies migrations, in the order of their names, in the caller's transaction. */
async function apply(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await client.query(await readFile(new URL(name, folder), 'utf8'));
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
  }
}

const createMigrations =
  'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())';

/** Thrown when a catalog requires migrations that this version does not have. */
export class UnknownMigrations extends Error {}

/**
 * Recreates the catalog in the caller's transaction: applies the named migrations, calls `fill`, and applies the
 * remaining migrations. Everything that the schema held before is removed, except the rights to read it.
 */
export async function recreateCatalog(
  client: pg.PoolClient,
  names: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const files = await migrationFiles();
  const unknown = names.filter((name) => !files.includes(name));
  if (unknown.length > 0) throw new UnknownMigrations(unknown.join(', '));
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
  const readers = await findReaders(client);
  const { rows } = await client.query<{ drop: string }>(dropAll);
  for (const { drop } of rows) await client.query(drop);
  await client.query(createMigrations);
  await apply(client, names);
  await fill();
  await apply(
    client,
    files.filter((file) => !names.includes(file)),
  );
  await applyFunctions(client);
  for (const reader of readers) await grantTables(client, reader);
}

/** Dropping a table also drops its triggers and sequences. Objects of extensions stay. */
const dropAll = `
  select format('drop table %s cascade', oid::regclass) as drop from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select format('drop function %s cascade', oid::regprocedure) from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

/** Returns the names of the migrations that the database lacks, without changing anything. */
export async function missingMigrations(database: Database): Promise<string[]> {
  const files = await migrationFiles();
  const { rows: tables } = await database.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!tables[0]?.exists) return files;
  const { rows } = await database.query<{ name: string }>('select name from schema_migrations');
  return files.filter((file) => !rows.some(({ name }) => name === file));
}

/**
 * Applies the migrations that the database lacks, each in its own transaction, the last one together with the functions
 * that it may need. Safe when several processes start concurrently.
 */
export async function migrate(database: Database): Promise<string[]> {
  const files = await migrationFiles();
  const client = await database.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(createMigrations);
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map((row) => row.name));
    const missing = files.filter((file) => !known.has(file));
    for (const name of missing) {
      await client.query('begin');
      await apply(client, [name]);
      if (name === missing.at(-1)) await applyFunctions(client);
      await client.query('commit');
      applied.push(name);
    }
    // The functions of a later version stay, because this version runs beside it during an upgrade, or after one.
    if (missing.length === 0 && [...known].every((name) => files.includes(name))) {
      await client.query('begin');
      await applyFunctions(client);
      await client.query('commit');
    }
    if (missing.length > 0) for (const reader of await findReaders(client)) await grantTables(client, reader);
    await renewRestoredFeed(client);
    await fillEndpointKeys(client);
    await fillProviders(client);
    await fillResourceKeys(client);
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
    client.release();
    return applied;
  } catch (error) {
    // Destroying the connection rolls back the transaction and releases the lock.
    client.release(true);
    throw error;
  }
}
