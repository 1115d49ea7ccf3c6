import { migrate, openDatabase } from '@shirube/catalog';
import { testDatabaseUrl } from '@shirube/testing';
import type { Test } from 'tap';

/** An empty catalog of the test's own. */
export async function testCatalog(t: Test) {
  const url = await testDatabaseUrl(t);
  const database = openDatabase(url, { max: 8, onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  return Object.assign(database, { url });
}
