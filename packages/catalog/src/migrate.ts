import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Database } from './database.js';
import { renewRestoredFeed } from './log/pruneLog.js';
import { fillEndpointKeys } from './services/fillEndpointKeys.js';
import { fillResourceKeys } from './services/fillResourceKeys.js';

const folder = new URL('../migrations/', import.meta.url);
const functionsFolder = new URL('../functions/', import.meta.url);
// Any number will do, as long as every starter asks for the same one.
const advisoryLock = 7_402_101;

const sqlFiles = async (url: URL) => (await readdir(url)).filter((name) => name.endsWith('.sql')).sort();
const migrationFiles = () => sqlFiles(folder);

/** Applies the files of functions that have changed since they were last applied, which is known by their digests. */
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

/** The names of the migrations that the database lacks; changes nothing. */
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
 * Applies the migrations that the database lacks, each in its own transaction, the last together with the functions that
 * it may need; safe when several processes start at once.
 */
export async function migrate(database: Database): Promise<string[]> {
  const files = await migrationFiles();
  const client = await database.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map((row) => row.name));
    const missing = files.filter((file) => !known.has(file));
    for (const name of missing) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into schema_migrations (name) values ($1)', [name]);
      if (name === missing.at(-1)) await applyFunctions(client);
      await client.query('commit');
      applied.push(name);
    }
    if (missing.length === 0) {
      await client.query('begin');
      await applyFunctions(client);
      await client.query('commit');
    }
    await renewRestoredFeed(client);
    await fillEndpointKeys(client);
    await fillResourceKeys(client);
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
    client.release();
    return applied;
  } catch (error) {
    // Destroying the connection gives up both the transaction and the lock.
    client.release(true);
    throw error;
  }
}
