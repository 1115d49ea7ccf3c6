import { randomBytes } from 'node:crypto';
import { findProgram, meilisearchProgram } from '@shirube/dev/processes';
import { freePort } from '@shirube/local-postgres';
import type { TestContext } from './testContext.js';
import { startServer, type TestServer } from './testServer.js';

const command = 'meilisearch';

export interface MeilisearchAccess {
  url: string;
  apiKey: string;
}

/** The Meilisearch at MEILI_URL, otherwise a private one; undefined, and reported as skipped, if none is available. */
export async function meilisearch(t: TestContext): Promise<MeilisearchAccess | undefined> {
  const { MEILI_URL: url, MEILI_API_KEY: apiKey = '' } = process.env;
  if (url) return { url, apiKey };
  if (await findProgram(command)) return start(t);
  t.pass('Meilisearch', { skip: `${command} is not on PATH and MEILI_URL is not set` });
  return undefined;
}

/**
 * A private Meilisearch that a test can stop, kill and restart, and that keeps its data; undefined, and reported as
 * skipped, if it is not installed.
 */
export async function startMeilisearch(
  t: TestContext,
  apiKey?: string,
): Promise<(TestServer & MeilisearchAccess) | undefined> {
  if (await findProgram(command)) return start(t, apiKey);
  t.pass('Meilisearch', { skip: `${command} is not on PATH` });
  return undefined;
}

async function start(
  t: TestContext,
  apiKey = randomBytes(24).toString('hex'),
): Promise<TestServer & MeilisearchAccess> {
  const port = await freePort();
  const server = await startServer(t, (directory) => meilisearchProgram(directory, port, apiKey));
  return { ...server, apiKey };
}
