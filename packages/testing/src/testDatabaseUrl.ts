import { randomBytes } from 'node:crypto';
import { startLocalPostgres } from '@shirube/local-postgres';
import pg from 'pg';
import { t as file } from 'tap';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** The variable with the address of the cluster that the test script started for the whole run. */
const variable = 'TEST_POSTGRES_URL';

let started: Promise<string> | undefined;

/** Returns the Postgres of the test run. A test file that runs alone gets its own until the file ends. */
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

/** Creates an empty database, which is dropped when the test ends, and returns its address. */
export async function testDatabaseUrl(t: Pick<TestContext, 'teardown'>): Promise<string> {
  const cluster = await sharedPostgresUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `create database ${name}`);
  t.teardown(() => administer(cluster, `drop database ${name} with (force)`));
  const url = new URL(cluster);
  url.pathname = name;
  return patientUrl(url);
}

/** Returns the address of a database with a long connect timeout: a busy machine must not fail the test. */
export function patientUrl(address: URL | string): string {
  const url = new URL(address);
  url.searchParams.set('connect_timeout', '60');
  return url.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
