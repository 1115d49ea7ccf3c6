import { randomUUID } from 'node:crypto';
import type { MeilisearchAccess } from '@shirube/testing';
import { Meilisearch } from 'meilisearch';
import type { Test } from 'tap';
import { createMeilisearchIndex, createMeilisearchReader, type SearchIndex, type SearchReader } from '../dist/index.js';

export interface TemporaryIndex {
  indexUid: string;
  /** Meilisearch's own client, with all permissions. */
  client: Meilisearch;
  index: SearchIndex;
  reader: SearchReader;
}

/** Both sides of an index that does not exist yet. If the test creates it, it is removed when the test ends. */
export function temporaryIndex(t: Test, access: MeilisearchAccess): TemporaryIndex {
  const indexUid = `test-${randomUUID()}`;
  // A busy machine needs longer for a task than the client waits by default.
  const defaultWaitOptions = { timeout: 240_000 };
  const client = new Meilisearch({ host: access.url, apiKey: access.apiKey, defaultWaitOptions });
  const index = createMeilisearchIndex({ ...access, indexUid });
  // The first Japanese word loads a dictionary, which takes longer than the default deadline of readers.
  const reader = createMeilisearchReader({ ...access, indexUid, limits: { deadline: 20_000 } });
  t.teardown(async () => {
    await Promise.all([reader.close(), index.close()]);
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    for (const { uid } of results) if (uid.startsWith(indexUid)) await client.deleteIndex(uid);
  });
  return { indexUid, client, index, reader };
}

/** Creates such an index, empty. */
export async function emptyIndex(t: Test, access: MeilisearchAccess): Promise<TemporaryIndex> {
  const temporary = temporaryIndex(t, access);
  await (await temporary.index.beginRebuild()).promote();
  return temporary;
}
