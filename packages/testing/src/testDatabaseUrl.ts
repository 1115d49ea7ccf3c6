import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sharedPostgresUrl } from './sharedPostgres.js';
import type { TestContext } from './testContext.js';

/** The address of a fresh, empty database, dropped when the test ends. */
export async function testDatabaseUrl(t: Pick<TestContext, 'teardown'>): Promise<string> {
  const cluster = await sharedPostgresUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `create database ${name}`);
  t.teardown(() => administer(cluster, `drop database ${name} with (force)`));
  const url = new URL(cluster);
  url.pathname = name;
  // A busy machine is no fault.
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
