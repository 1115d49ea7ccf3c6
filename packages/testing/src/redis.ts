import { emptyRedis, findProgram } from '@shirube/dev/processes';
import type { TestContext } from './testContext.js';
import { startServer, type TestServer } from './testServer.js';

const command = 'redis-server';

/**
 * Returns the address of the Redis at REDIS_URL, otherwise of a private one; undefined, and reported as skipped, if
 * none is available.
 */
export async function redisUrl(t: TestContext): Promise<string | undefined> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  if (await findProgram(command)) return (await start(t)).url;
  t.pass('Redis', { skip: `${command} is not on PATH and REDIS_URL is not set` });
  return undefined;
}

/**
 * A private Redis that a test can stop, kill and restart, and that loses its data each time; undefined, and reported as
 * skipped, if it is not installed.
 */
export async function startRedis(t: TestContext): Promise<TestServer | undefined> {
  if (await findProgram(command)) return start(t);
  t.pass('Redis', { skip: `${command} is not on PATH` });
  return undefined;
}

const start = (t: TestContext): Promise<TestServer> => startServer(t, emptyRedis);
