import { type Database, openDatabase } from '@shirube/catalog';
import { type TestContext, testDatabaseUrl } from '@shirube/testing';

/** An empty database for a test: as the program finds it, and as the test looks into it. */
export async function emptyCatalog(t: Pick<TestContext, 'teardown'>) {
  const url = await testDatabaseUrl(t);
  const database: Database = openDatabase(url);
  t.teardown(() => database.end());
  return { env: { DATABASE_URL: url }, database };
}
