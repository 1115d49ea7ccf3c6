import { createMeilisearchKeys } from '@shirube/search';
import { startMeilisearch } from '@shirube/testing';
import t from 'tap';
import { meilisearchKey, meilisearchKeyIds } from '../bootstrap/envFile.js';

t.test('the keys that `npm run secrets` foretells are those that Meilisearch gives out', async (t) => {
  const meilisearch = await startMeilisearch(t);
  if (!meilisearch) return;
  const { url, apiKey: masterKey } = meilisearch;
  t.strictSame(await createMeilisearchKeys({ url, masterKey }), {
    reader: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_READER_KEY),
    indexer: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_INDEXER_KEY),
  });
});
