import { loadLanguage } from '@shirube/language';
import { meilisearch } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createIntentReplica } from '../src/engines/meilisearch/intentReplica.js';
import { createSearchClient, type SearchClient } from '../src/engines/meilisearch/searchClient.js';
import { SearchUnavailable } from '../src/index.js';
import { intentQuery } from '../src/intent/intentQuery.js';
import { entry, serviceId } from './catalogFixture.js';
import { emptyIndex } from './temporaryIndex.js';

const access = await meilisearch(t);

if (access) {
  const language = await loadLanguage();
  const radars = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ upsert: entry(from + i, { name: 'Radar' }) }));
  const query = intentQuery(language, language.analyzeQuery('radar'));

  /** A replica of an index with so many documents; `before` comes between it and each of its requests. */
  const replicaOf = async (t: Test, count: number) => {
    const temporary = await emptyIndex(t, access);
    await temporary.index.apply(radars(0, count));
    const { indexUid } = temporary;
    const client = createSearchClient(access);
    t.teardown(() => client.close());
    const hooks = { before: async (_path: string, _body?: { offset?: number }) => {} };
    const request: SearchClient['request'] = async (method, path, body) => {
      await hooks.before(path, body);
      return client.request(method, path, body);
    };
    const replica = createIntentReplica({ ...client, request }, indexUid);
    const found = async () => {
      replica.refresh();
      return (await replica.rank({ query, filter: {}, limit: 5_000 })).map(({ id }) => id);
    };
    return { ...temporary, hooks, found };
  };

  await t.test('what was read before a failure is not taken for the whole', async (t) => {
    const { hooks, found } = await replicaOf(t, 1_100);
    hooks.before = async (_path, body) => {
      if (body?.offset) throw new SearchUnavailable('cut off after the first page');
    };
    await t.rejects(found(), SearchUnavailable);
    await t.rejects(found(), SearchUnavailable, 'not the second time either');
    hooks.before = async () => {};
    t.equal((await found()).length, 1_100);
  });

  await t.test('nothing is passed over when documents go while they are read', async (t) => {
    const { hooks, found, index } = await replicaOf(t, 1_100);
    hooks.before = async (_path, body) => {
      if (!body?.offset) return;
      hooks.before = async () => {};
      await index.apply(radars(0, 3).map(({ upsert }) => ({ remove: upsert.service.id })));
    };
    const ids = await found();
    t.equal(ids.length, 1_097);
    t.notOk(ids.includes(serviceId(0)));
  });

  await t.test('nothing is taken from two indexes', async (t) => {
    const { hooks, found, index } = await replicaOf(t, 1_100);
    hooks.before = async (_path, body) => {
      if (!body?.offset) return;
      hooks.before = async () => {};
      const rebuild = await index.beginRebuild();
      await rebuild.apply(radars(500, 1_650));
      await rebuild.promote();
    };
    const ids = await found();
    t.equal(ids.length, 1_150);
    t.notOk(ids.includes(serviceId(0)));
    t.ok(ids.includes(serviceId(1_649)));
  });

  await t.test(
    'an index that is lost is forgotten, and the one that comes instead is read anew',
    async (t) => {
      const { found, client, index, indexUid } = await replicaOf(t, 20);
      t.equal((await found()).length, 20);
      await client.deleteIndex(indexUid).waitTask();
      await t.rejects(found(), SearchUnavailable);
      const rebuild = await index.beginRebuild();
      await rebuild.apply(radars(5, 10));
      await t.rejects(found(), SearchUnavailable, 'while it is rebuilt');
      await rebuild.promote();
      t.strictSame((await found()).toSorted(), [5, 6, 7, 8, 9].map(serviceId));
    },
  );

  await t.test('a document whose stamp is older than others is found when it comes late', async (t) => {
    const { found, client, indexUid } = await replicaOf(t, 2);
    t.equal((await found()).length, 2);
    const stored = client.index<{ id: string; indexedAt: number; terms: string[] }>(indexUid);
    const [document] = (await stored.getDocuments()).results;
    if (!document) throw new Error('there is no document');
    const late = { ...document, id: serviceId(9), indexedAt: document.indexedAt - 4_000 };
    await stored.addDocuments([late]).waitTask();
    t.equal((await found()).length, 3);
    await stored
      .updateDocuments([{ id: serviceId(9), indexedAt: document.indexedAt - 3_000, terms: [] }])
      .waitTask();
    t.equal((await found()).length, 2, 'and when it changes, too');
  });

  await t.test('an index that has not changed is asked for nothing but that', async (t) => {
    const { hooks, found } = await replicaOf(t, 2);
    await found();
    const asked: string[] = [];
    hooks.before = async (path) => {
      asked.push(path.split('/').at(-1) ?? '');
    };
    await found();
    t.equal(asked.length, 1);
    t.notMatch(asked, ['fetch']);
  });
}
