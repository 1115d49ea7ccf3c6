import { type Database, openDatabase } from '@shirube/catalog';
import { type TestContext, testDatabaseUrl } from '@shirube/testing';

/** Creates an empty database: the environment for the program, and a connection for the test. */
export async function emptyCatalog(t: Pick<TestContext, 'teardown'>) {
  const url = await testDatabaseUrl(t);
  const database: Database = openDatabase(url);
  t.teardown(() => database.end());
  return { env: { DATABASE_URL: url }, database };
}
