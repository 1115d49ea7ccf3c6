import { emptyRedis, findProgram } from '@shirube/dev/processes';
import { Redis } from 'ioredis';
import type { TestContext } from './testContext.js';
import { startServer, type TestServer } from './testServer.js';

const command = 'redis-server';
/** The address of the Redis that the runner shares between the files of a worker. */
const variable = 'TEST_REDIS_URL';
/** As many as `emptyRedis` configures. */
const databases = 64;
let taken = 0;

/**
 * Returns the address of an empty database of the worker's Redis, otherwise of a private one; undefined, and reported as
 * skipped, if Redis is not installed.
 */
export async function redisUrl(t: TestContext): Promise<string | undefined> {
  const shared = process.env[variable];
  if (!shared) return (await startRedis(t))?.url;
  const url = `${shared}/${taken++ % databases}`;
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
  return url;
}

/**
 * A private Redis that a test can stop, kill and restart, and that loses its data each time; undefined, and reported as
 * skipped, if it is not installed.
 */
export async function startRedis(t: TestContext): Promise<TestServer | undefined> {
  if (await findProgram(command)) return startServer(t, emptyRedis);
  t.pass('Redis', { skip: `${command} is not on PATH` });
  return undefined;
}
