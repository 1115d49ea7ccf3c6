import { type Database, openDatabase } from '@shirube/catalog';
import { catalogUrl, type TestContext } from '@shirube/testing';

/** Creates an empty catalog: the environment for the program, and a connection for the test. */
export async function emptyCatalog(t: Pick<TestContext, 'teardown'>) {
  const url = await catalogUrl(t);
  const database: Database = openDatabase(url);
  t.teardown(() => database.end());
  return { env: { DATABASE_URL: url }, database };
}
