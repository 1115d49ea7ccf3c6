import { createMeilisearchKeys } from '@shirube/search';
import { meilisearch } from '@shirube/testing';
import t from 'tap';
import { meilisearchKey, meilisearchKeyIds } from '../bootstrap/envFile.js';

t.test('`npm run secrets` computes the keys that Meilisearch issues for a master key', async (t) => {
  const engine = await meilisearch(t);
  if (!engine) return;
  const { url, apiKey: masterKey } = engine;
  t.strictSame(await createMeilisearchKeys({ url, masterKey }), {
    reader: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_READER_KEY),
    indexer: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_INDEXER_KEY),
  });
});
