import { migrate, openDatabase } from '@shirube/catalog';
import pg from 'pg';
import type { TestContext } from './testContext.js';
import { createTemplate, testDatabaseUrl } from './testDatabaseUrl.js';

const template = 'catalog_template';
let created: Promise<void> | undefined;

/**
 * Creates a database with an empty catalog, a copy of one that was migrated once, which is dropped when the test ends.
 * Returns its address.
 */
export async function catalogUrl(t: Pick<TestContext, 'teardown'>): Promise<string> {
  created ??= createTemplate(template, async (url) => {
    const database = openDatabase(url, { max: 1 });
    await migrate(database).finally(() => database.end());
  });
  await created;
  const url = await testDatabaseUrl(t, template);
  const client = new pg.Client(url);
  await client.connect();
  // A feed of its own, so that a position in the log of one catalog means nothing to another.
  await client.query('update change_feed set id = gen_random_uuid()');
  await client.end();
  return url;
}
