import { randomBytes } from 'node:crypto';
import { freePort } from '@shirube/local-postgres';
import type { TestContext } from './testContext.js';
import { isOnPath, startServer, type TestServer } from './testServer.js';
import { until } from './until.js';

const command = 'meilisearch';

export interface MeilisearchAccess {
  url: string;
  apiKey: string;
}

/** A Meilisearch: that of MEILI_URL, else a private one; undefined, and reported as skipped, when there is none. */
export async function meilisearch(t: TestContext): Promise<MeilisearchAccess | undefined> {
  const { MEILI_URL: url, MEILI_API_KEY: apiKey = '' } = process.env;
  if (url) return { url, apiKey };
  if (await isOnPath(command)) return start(t);
  t.pass('Meilisearch', { skip: `${command} is not on PATH and MEILI_URL is not set` });
  return undefined;
}

/** A private Meilisearch to stop, kill and restart, which keeps its data; undefined, and reported, without one. */
export async function startMeilisearch(
  t: TestContext,
): Promise<(TestServer & MeilisearchAccess) | undefined> {
  if (await isOnPath(command)) return start(t);
  t.pass('Meilisearch', { skip: `${command} is not on PATH` });
  return undefined;
}

async function start(t: TestContext): Promise<TestServer & MeilisearchAccess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const apiKey = randomBytes(24).toString('hex');
  const server = await startServer(t, {
    command,
    args: (directory) => [
      '--http-addr',
      `127.0.0.1:${port}`,
      '--db-path',
      `${directory}/data.ms`,
      '--max-indexing-memory',
      '512MiB',
    ],
    env: { MEILI_MASTER_KEY: apiKey, MEILI_NO_ANALYTICS: 'true' },
    url,
    ready: () =>
      until(async () => (await fetch(`${url}/health`)).ok, {
        message: 'Meilisearch did not start',
        timeout: 30_000,
      }),
  });
  return { ...server, apiKey };
}
