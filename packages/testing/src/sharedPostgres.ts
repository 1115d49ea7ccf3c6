import { startLocalPostgres } from '@shirube/local-postgres';
import { t as file } from 'tap';
import { temporaryDirectory } from './temporaryDirectory.js';

/** Names the cluster that the test script started for the whole run. */
const variable = 'TEST_POSTGRES_URL';

let started: Promise<string> | undefined;

/** The Postgres of the test run; a test file run by itself gets its own until the file ends. */
export async function sharedPostgresUrl(): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  started ??= startForThisFile();
  return started;
}

async function startForThisFile(): Promise<string> {
  const dataDir = await temporaryDirectory(file);
  const postgres = await startLocalPostgres({ dataDir, durable: false });
  file.teardown(() => postgres.stop());
  return postgres.url;
}
