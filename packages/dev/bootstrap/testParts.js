import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts the parts that the test files of one worker share, one file after the other: always a Postgres, and a Redis
 * and a Meilisearch if they are on PATH. They end with this process, however it ends. Returns their addresses as the
 * variables that `packages/testing` reads.
 */
export async function startParts() {
  // Imported here, because they have been built only by now.
  const { startLocalPostgres } = await import('../../local-postgres/dist/index.js');
  const { createPart, emptyRedis, findProgram, startMeilisearch } = await import('../dist/processes/index.js');
  const directory = mkdtempSync(join(tmpdir(), 'shirube-test-'));
  // If root starts it, Postgres runs as another user, who needs access to the directory.
  chmodSync(directory, 0o755);
  const startRedis = async () => {
    const redis = createPart(await emptyRedis(directory), { directory });
    await redis.start();
    return redis;
  };
  const [postgres, redis, meilisearch] = await Promise.all([
    startLocalPostgres({ dataDir: directory, durable: false }),
    (await findProgram('redis-server')) ? startRedis() : undefined,
    (await findProgram('meilisearch')) ? startMeilisearch() : undefined,
  ]);
  return {
    env: {
      TEST_POSTGRES_URL: postgres.url,
      TEST_REDIS_URL: redis?.url,
      TEST_MEILI_URL: meilisearch?.url,
      TEST_MEILI_KEY: meilisearch?.apiKey,
    },
    async stop() {
      await Promise.all([postgres.stop(), redis?.kill(), meilisearch?.kill().then(meilisearch.stop)]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
