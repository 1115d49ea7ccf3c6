import { randomBytes } from 'node:crypto';
import { startLocalPostgres } from '@shirube/local-postgres';
import pg from 'pg';
import { t as file } from 'tap';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** The address of the Postgres that the runner shares between the files of a worker. */
const variable = 'TEST_POSTGRES_URL';

let started: Promise<string> | undefined;

/** Returns the Postgres of the worker. A test file that runs without the runner gets its own until the file ends. */
async function sharedPostgresUrl(): Promise<string> {
  const url = process.env[variable];
  if (url) return url;
  started ??= startForThisFile();
  return started;
}

async function startForThisFile(): Promise<string> {
  const dataDir = await temporaryDirectory(file);
  const postgres = await startLocalPostgres({ dataDir, durable: false });
  file.teardown(() => postgres.stop());
  return postgres.url;
}

/**
 * Creates a database, which is dropped when the test ends, and returns its address. It is empty, or a copy of `template`.
 */
export async function testDatabaseUrl(t: Pick<TestContext, 'teardown'>, template?: string): Promise<string> {
  const cluster = await sharedPostgresUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `create database ${name}${template ? ` template ${template}` : ''}`);
  t.teardown(() => administer(cluster, `drop database ${name} with (force)`));
  return addressOf(cluster, name);
}

/** Creates the template unless this Postgres has it, with what `fill` writes into it. */
export async function createTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const cluster = await sharedPostgresUrl();
  const found = await administer(cluster, `select from pg_database where datname = '${name}'`);
  if (found.rowCount) return;
  const draft = `${name}_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `create database ${draft}`);
  await fill(addressOf(cluster, draft));
  await administer(cluster, `alter database ${draft} rename to ${name}`);
}

function addressOf(cluster: string, database: string): string {
  const url = new URL(cluster);
  url.pathname = database;
  return patientUrl(url);
}

/** Returns the address of a database with a long connect timeout: a busy machine must not fail the test. */
export function patientUrl(address: URL | string): string {
  const url = new URL(address);
  url.searchParams.set('connect_timeout', '60');
  return url.href;
}

async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
