import { startMeilisearch } from '@shirube/testing';
import { Meilisearch } from 'meilisearch';
import t from 'tap';
import { createMeilisearchKeys } from '../dist/index.js';

t.test('all who make the keys at once get them, also where they have other rights than before', async (t) => {
  const meilisearch = await startMeilisearch(t);
  if (!meilisearch) return;
  const { url, apiKey: masterKey } = meilisearch;
  const client = new Meilisearch({ host: url, apiKey: masterKey });
  const makeAtOnce = () => Promise.all(Array.from({ length: 10 }, () => createMeilisearchKeys({ url, masterKey })));
  const [keys, ...others] = await makeAtOnce();
  for (const other of others) t.strictSame(other, keys, 'the same for all');
  const { uid, indexes, actions } = await client.getKey(keys?.reader ?? '');
  for (let round = 0; round < 5; round++) {
    await client.deleteKey(uid);
    await client.createKey({ uid, indexes, actions: ['search'], expiresAt: null });
    for (const newKeys of await makeAtOnce()) t.strictSame(newKeys, keys, 'the same again');
    t.strictSame((await client.getKey(uid)).actions.toSorted(), actions.toSorted(), 'with the rights of now');
  }
});
