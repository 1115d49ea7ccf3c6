import { randomBytes } from 'node:crypto';
import { findProgram, meilisearchProgram } from '@shirube/dev/processes';
import { freePort } from '@shirube/local-postgres';
import { Meilisearch } from 'meilisearch';
import type { TestContext } from './testContext.js';
import { startServer, type TestServer } from './testServer.js';

const command = 'meilisearch';
let emptied: Promise<void> | undefined;

export interface MeilisearchAccess {
  url: string;
  apiKey: string;
}

/**
 * The worker's Meilisearch, without the indexes of earlier files, otherwise a private one; undefined, and reported as
 * skipped, if it is not installed.
 */
export async function meilisearch(t: TestContext): Promise<MeilisearchAccess | undefined> {
  const { TEST_MEILI_URL: url, TEST_MEILI_KEY: apiKey = '' } = process.env;
  if (!url) return startMeilisearch(t);
  emptied ??= removeIndexes({ url, apiKey });
  await emptied;
  return { url, apiKey };
}

async function removeIndexes({ url, apiKey }: MeilisearchAccess): Promise<void> {
  const client = new Meilisearch({ host: url, apiKey, defaultWaitOptions: { timeout: 240_000 } });
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  await Promise.all(results.map(({ uid }) => client.deleteIndex(uid).waitTask()));
}

/**
 * A private Meilisearch that a test can stop, kill and restart, and that keeps its data; undefined, and reported as
 * skipped, if it is not installed.
 */
export async function startMeilisearch(
  t: TestContext,
  apiKey = randomBytes(24).toString('hex'),
): Promise<(TestServer & MeilisearchAccess) | undefined> {
  if (!(await findProgram(command))) {
    t.pass('Meilisearch', { skip: `${command} is not on PATH` });
    return undefined;
  }
  const port = await freePort();
  const server = await startServer(t, (directory) => meilisearchProgram(directory, port, apiKey));
  return { ...server, apiKey };
}
