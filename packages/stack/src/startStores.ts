import { randomBytes } from 'node:crypto';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchKeys, type MeilisearchKeys } from '@shirube/search';
import type { Part } from './part.js';
import { type PostgresPart, startPostgres } from './postgresPart.js';
import { meilisearchProgram } from './programs/meilisearch.js';
import { redisProgram } from './programs/redis.js';
import type { Workshop } from './workshop.js';

/** Everything that keeps data, and the keys to it. */
export interface Stores {
  postgres: PostgresPart;
  redis: Part;
  meilisearch: Part;
  meilisearchMasterKey: string;
  meilisearchKeys: MeilisearchKeys;
  createKeys(): Promise<void>;
}

const secret = () => randomBytes(24).toString('hex');

/** Starts Postgres (unless one is given), Redis and Meilisearch side by side, and makes the keys of Meilisearch. */
export async function startStores(
  { directory, part, started }: Workshop,
  {
    databaseUrl,
    onPostgres,
  }: { databaseUrl: string | undefined; onPostgres: (postgres: PostgresPart) => void },
): Promise<Stores> {
  const meilisearchMasterKey = secret();
  const redis = part(await redisProgram(directory, await freePort(), secret()));
  const meilisearch = part(await meilisearchProgram(directory, await freePort(), meilisearchMasterKey));
  const makeKeys = () => createMeilisearchKeys({ url: meilisearch.url, masterKey: meilisearchMasterKey });
  const startingPostgres = startPostgres(directory, databaseUrl).then((postgres) => {
    onPostgres(postgres);
    return postgres;
  });
  const startingKeys = meilisearch.start().then(makeKeys);
  const startingAll = [
    started('postgres', startingPostgres),
    started('redis', redis.start()),
    started('meilisearch', startingKeys),
  ];
  // Each is waited for, so that none starts unseen after another has failed.
  for (const outcome of await Promise.allSettled(startingAll)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return {
    postgres: await startingPostgres,
    redis,
    meilisearch,
    meilisearchMasterKey,
    meilisearchKeys: await startingKeys,
    createKeys: async () => void (await makeKeys()),
  };
}
