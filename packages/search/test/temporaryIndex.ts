import { randomUUID } from 'node:crypto';
import type { MeilisearchAccess } from '@shirube/testing';
import { Meilisearch } from 'meilisearch';
import type { Test } from 'tap';
import { createMeilisearchIndex, createMeilisearchReader, type SearchIndex, type SearchReader } from '../dist/index.js';

export interface TemporaryIndex {
  indexUid: string;
  /** Meilisearch's own client, with every right. */
  client: Meilisearch;
  index: SearchIndex;
  reader: SearchReader;
}

/** An index that is not there yet, with both sides of it; whatever has come of it is removed when the test ends. */
export function temporaryIndex(t: Test, access: MeilisearchAccess): TemporaryIndex {
  const indexUid = `test-${randomUUID()}`;
  const client = new Meilisearch({ host: access.url, apiKey: access.apiKey });
  const index = createMeilisearchIndex({ ...access, indexUid });
  // The first Japanese word loads a dictionary, which takes longer than readers wait otherwise.
  const reader = createMeilisearchReader({ ...access, indexUid, limits: { deadline: 20_000 } });
  t.teardown(async () => {
    await Promise.all([reader.close(), index.close()]);
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    for (const { uid } of results) if (uid.startsWith(indexUid)) await client.deleteIndex(uid);
  });
  return { indexUid, client, index, reader };
}

/** Such an index, made and empty. */
export async function emptyIndex(t: Test, access: MeilisearchAccess): Promise<TemporaryIndex> {
  const temporary = temporaryIndex(t, access);
  await (await temporary.index.beginRebuild()).promote();
  return temporary;
}
