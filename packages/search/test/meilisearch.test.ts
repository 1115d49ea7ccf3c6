import { randomUUID } from 'node:crypto';
import { meilisearch } from '@shirube/testing';
import { Meilisearch } from 'meilisearch';
import t from 'tap';
import { createMeilisearchIndex, createMeilisearchReader } from '../src/index.js';
import { conformance } from './conformance.js';

const access = await meilisearch(t);

if (access) {
  await conformance(t, async (t) => {
    const indexUid = `test-${randomUUID()}`;
    const index = createMeilisearchIndex({ ...access, indexUid });
    // The first Japanese word loads a dictionary.
    const reader = createMeilisearchReader({ ...access, indexUid, limits: { deadline: 20_000 } });
    t.teardown(async () => {
      await Promise.all([reader.close(), index.close()]);
      await new Meilisearch({ host: access.url, apiKey: access.apiKey }).deleteIndexIfExists(indexUid);
    });
    await index.prepare();
    return { reader, index };
  });
}
