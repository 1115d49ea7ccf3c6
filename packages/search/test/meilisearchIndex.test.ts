import { setTimeout as delay } from 'node:timers/promises';
import { loadLanguage } from '@shirube/language';
import { meilisearch, until } from '@shirube/testing';
import type { Meilisearch } from 'meilisearch';
import t, { type Test } from 'tap';
import { toDocument } from '../dist/document/toDocument.js';
import { createChangeSender } from '../dist/engines/meilisearch/changeSender.js';
import { createDocumentWriter } from '../dist/engines/meilisearch/documentWriter.js';
import { createTaskWatcher } from '../dist/engines/meilisearch/taskWatcher.js';
import {
  createMeilisearchIndex,
  createMeilisearchKeys,
  createMeilisearchReader,
  intentSearch,
  parseService,
  type SearchReader,
  SearchUnavailable,
} from '../dist/index.js';
import { alike, entry } from './catalogFixture.js';
import { emptyIndex, temporaryIndex } from './temporaryIndex.js';

const access = await meilisearch(t);

async function newestTask(client: Meilisearch, indexUid: string): Promise<number | undefined> {
  return (await client.tasks.getTasks({ indexUids: [indexUid], limit: 1 })).results[0]?.uid;
}

if (access) {
  const missing = { rebuildNeeded: true, serves: false };
  const current = { rebuildNeeded: false, serves: true };
  const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 100 } as const;

  /** Every way to read an index, and an assertion that all of them are rejected. */
  async function readsOf(t: Test, reader: SearchReader) {
    const language = await loadLanguage();
    const reads = {
      list: async () => (await reader.list(everything)).total,
      search: async () => (await reader.search({ text: 'twin', filter: {}, offset: 0, limit: 1 })).total,
      intent: () => intentSearch(reader, language, { text: 'twin', filter: {}, limit: 1 }),
      ping: () => reader.ping(),
    };
    const areTurnedAway = async (when: string) => {
      for (const [name, read] of Object.entries(reads))
        await t.rejects(async () => void (await read()), SearchUnavailable, `${name} ${when}`);
    };
    return { reads, areTurnedAway };
  }

  await t.test('an index that late documents have created after all data was lost is not read', async (t) => {
    const { index, reader, client, indexUid } = await emptyIndex(t, access);
    const { reads, areTurnedAway } = await readsOf(t, reader);
    await index.apply(alike.map((upsert) => ({ upsert })));
    t.equal((await reads.intent()).services.length, 1, 'statistics are known');
    const [document] = (await client.index(indexUid).getDocuments({ limit: 1 })).results;
    await client.deleteIndex(indexUid).waitTask();
    await client
      .index(indexUid)
      .addDocuments([document ?? {}], { primaryKey: 'id' })
      .waitTask();
    await areTurnedAway('without settings');
  });

  await t.test('a document whose texts have not arrived is not found by intents, and disturbs none', async (t) => {
    const { index, reader } = await emptyIndex(t, access);
    const { reads } = await readsOf(t, reader);
    await index.apply(alike.map((upsert) => ({ upsert })));
    await index.apply([{ update: entry(900, { name: 'Twin without texts' }) }]);
    t.equal((await reads.intent()).services[0]?.name, alike[0]?.service.name);
  });

  await t.test('readers are refused until the first rebuild is complete, and then see all of it at once', async (t) => {
    const { index, reader } = temporaryIndex(t, access);
    const { reads, areTurnedAway } = await readsOf(t, reader);
    t.strictSame(await index.prepare(), missing);
    await areTurnedAway('before the rebuild');
    const rebuild = await index.beginRebuild();
    t.strictSame(await index.prepare(), missing, 'it is no index yet');
    await rebuild.apply(alike.slice(1).map((upsert) => ({ upsert })));
    await areTurnedAway('while it is filled');
    await t.rejects(index.apply([{ upsert: entry(1, { name: 'Alone' }) }]), SearchUnavailable);
    await rebuild.apply(alike.slice(0, 1).map((upsert) => ({ upsert })));

    const totals = new Set<number>();
    let reading = true;
    const readOn = async () => {
      while (reading) {
        totals.add(await reads.list().catch(() => -1));
        totals.add(await reads.search().catch(() => -1));
        await delay(10);
      }
    };
    const readingOn = readOn();
    await rebuild.promote();
    await until(() => totals.has(alike.length), { message: 'nobody sees the index' });
    reading = false;
    await readingOn;
    totals.delete(-1);
    t.strictSame([...totals], [alike.length], 'nobody saw a part of it');
    t.strictSame(await index.prepare(), current);
  });

  await t.test('unchanged settings cause no task in Meilisearch, and changed ones are applied', async (t) => {
    const { index, client, indexUid } = await emptyIndex(t, access);
    const before = await newestTask(client, indexUid);
    await index.prepare();
    t.equal(await newestTask(client, indexUid), before, 'no task was made');

    const displayed = await client.index(indexUid).getDisplayedAttributes();
    const older = displayed.map((attribute) => attribute.replace(/^(shirube-version-\d+)-.*/, '$1-0123456789abcdef'));
    t.not(older.join(), displayed.join());
    await client.index(indexUid).updateSettings({ displayedAttributes: older, synonyms: {} }).waitTask();
    t.strictSame(await index.prepare(), current);
    t.strictSame(await client.index(indexUid).getDisplayedAttributes(), displayed);
    t.not(Object.keys(await client.index(indexUid).getSynonyms()).length, 0);
  });

  await t.test('documents of an older form need a rebuild, and are served until it is done', async (t) => {
    const { index, reader, client, indexUid } = await emptyIndex(t, access);
    const displayed = await client.index(indexUid).getDisplayedAttributes();
    const older = displayed.map((attribute) => attribute.replace(/^shirube-version-\d+/, 'shirube-version-0'));
    await client.index(indexUid).updateDisplayedAttributes(older).waitTask();
    t.strictSame(await index.prepare(), { rebuildNeeded: true, serves: true });
    const [{ candidateKey: _, ...withoutKey } = {}] = await createDocumentWriter().write([
      toDocument(entry(1, { name: 'Meanwhile before' })),
    ]);
    await client.index(indexUid).addDocuments([withoutKey]).waitTask();
    await index.apply([{ upsert: entry(2, { name: 'Meanwhile' }) }]);
    const intent = { text: 'meanwhile', filter: {}, limit: 10 };
    const found = (await intentSearch(reader, await loadLanguage(), intent)).services.map(({ name }) => name);
    t.strictSame(found.sort(), ['Meanwhile', 'Meanwhile before']);
    const rebuild = await index.beginRebuild();
    t.equal((await reader.list(everything)).total, 2);
    await rebuild.promote();
    t.strictSame(await index.prepare(), current);
  });

  await t.test('indexes that interrupted rebuilds have left are removed by the next rebuild', async (t) => {
    const { index, client, indexUid } = temporaryIndex(t, access);
    const uids = async () =>
      (await client.getRawIndexes({ limit: 1_000 })).results
        .map(({ uid }) => uid)
        .filter((uid) => uid.startsWith(indexUid));
    await (await index.beginRebuild()).apply([{ upsert: entry(1, { name: 'Left behind' }) }]);
    t.equal((await uids()).length, 1);
    const rebuild = await index.beginRebuild();
    t.equal((await uids()).length, 1);
    await rebuild.promote();
    t.strictSame(await uids(), [indexUid]);
    await index.beginRebuild();
    t.equal((await uids()).length, 2);
    await (await index.beginRebuild()).promote();
    t.strictSame(await uids(), [indexUid]);
  });

  await t.test('a document that Meilisearch itself refuses is refused with its reason', async (t) => {
    const { client, indexUid } = temporaryIndex(t, access);
    const watcher = createTaskWatcher(client);
    t.teardown(watcher.close);
    await client.createIndex(indexUid, { primaryKey: 'id' });
    const sent = await client.index(indexUid).addDocuments([{ id: 'fine' }, { id: 'not an id' }]);
    await t.rejects(watcher.waitFor(sent), { code: 'documents_refused', message: /not an id/ });
    t.equal((await client.index(indexUid).getDocuments()).total, 0, 'and so is all that came with it');
  });

  await t.test(
    'what is refused may leave the rest of its batch applied, which may then be applied again',
    async (t) => {
      const { index, reader, client, indexUid } = await emptyIndex(t, access);
      const names = async () => (await reader.list(everything)).services.map((json) => parseService(json).name);
      const old = entry(1, { name: 'Old' });
      await index.apply([{ upsert: old }]);
      const watcher = createTaskWatcher(client);
      t.teardown(watcher.close);
      const writer = createDocumentWriter();
      const writeUpdate: typeof writer.writeUpdate = (document) => ({
        ...writer.writeUpdate(document),
        id: 'not an id',
      });
      const apply = createChangeSender(indexUid, { client, watcher, writer: { ...writer, writeUpdate } });
      const rest = [{ remove: old.service.id }, { upsert: entry(2, { name: 'New' }) }];
      const refused = apply([...rest, { update: entry(3, { name: 'Refused' }) }]);
      await t.rejects(refused, { code: 'documents_refused', message: /not an id/ });
      await until(async () => (await names()).join() === 'New', {
        message: 'each kind of change is a task of its own',
      });
      await apply(rest);
      t.strictSame(await names(), ['New']);
    },
  );

  await t.test('an index that is lost is not created again by single changes', async (t) => {
    const { index, reader, client, indexUid } = await emptyIndex(t, access);
    const change = [{ upsert: entry(1, { name: 'Alone' }) }];
    await index.apply(change);
    t.equal((await reader.list(everything)).total, 1);
    await client.deleteIndex(indexUid).waitTask();
    await t.rejects(index.apply(change), SearchUnavailable);
    await t.rejects(reader.list(everything), SearchUnavailable);
    t.strictSame(await index.prepare(), missing);
  });

  await t.test('an index of somebody else takes no changes, and a rebuild replaces it', async (t) => {
    const { index, reader, client, indexUid } = temporaryIndex(t, access);
    await client
      .index(indexUid)
      .addDocuments([{ id: 'stranger' }])
      .waitTask();
    t.strictSame(await index.prepare(), missing);
    await t.rejects(index.apply([{ upsert: entry(1, { name: 'Alone' }) }]), SearchUnavailable);
    const rebuild = await index.beginRebuild();
    await t.rejects(reader.search({ text: 'twin', filter: {}, offset: 0, limit: 1 }), SearchUnavailable);
    await rebuild.apply(alike.map((upsert) => ({ upsert })));
    await rebuild.promote();
    t.equal((await reader.list(everything)).total, alike.length);
  });

  await t.test('a new index that is lost while it is filled is not promoted without its settings', async (t) => {
    const { index, client, indexUid } = await emptyIndex(t, access);
    const rebuild = await index.beginRebuild();
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    const second = results.find(({ uid }) => uid.startsWith(`${indexUid}_`))?.uid ?? '';
    await client.deleteIndex(second).waitTask();
    await rebuild.apply([{ upsert: entry(1, { name: 'Alone' }) }]);
    await t.rejects(rebuild.promote(), SearchUnavailable);
    t.strictSame(await index.prepare(), current, 'the first is there still');
  });

  await t.test('the tasks of many batches are polled together, by one request at a time', async (t) => {
    const { index, reader } = await emptyIndex(t, access);
    let polling = 0;
    let mostPolling = 0;
    let mostTasks = 0;
    const original = globalThis.fetch;
    t.teardown(() => {
      globalThis.fetch = original;
    });
    globalThis.fetch = async (input, init) => {
      const uids = new URL(String(input)).searchParams.get('uids');
      if (uids === null) return original(input, init);
      polling += 1;
      mostPolling = Math.max(mostPolling, polling);
      mostTasks = Math.max(mostTasks, uids.split(',').length);
      return original(input, init).finally(() => {
        polling -= 1;
      });
    };
    await Promise.all(alike.map((upsert) => index.apply([{ upsert }])));
    t.equal((await reader.list(everything)).total, alike.length);
    t.equal(mostPolling, 1);
    t.ok(mostTasks > 1, `${mostTasks} tasks asked for at once`);
  });

  await t.test('reader and indexer work with keys that allow no more than they need', async (t) => {
    const { client, indexUid } = temporaryIndex(t, access);
    const { url, apiKey: masterKey } = access;
    const keys = await createMeilisearchKeys({ url, masterKey, indexUid });
    t.strictSame(await createMeilisearchKeys({ url, masterKey, indexUid }), keys, 'the same again');
    t.teardown(() => Promise.all(Object.values(keys).map((key) => client.deleteKey(key))));
    const index = createMeilisearchIndex({ url, apiKey: keys.indexer, indexUid });
    const reader = createMeilisearchReader({
      url,
      apiKey: keys.reader,
      indexUid,
      limits: { deadline: 20_000 },
    });
    t.teardown(() => Promise.all([index.close(), reader.close()]));

    t.strictSame(await index.prepare(), missing);
    await (await index.beginRebuild()).promote();
    const rebuild = await index.beginRebuild();
    await rebuild.apply([{ upsert: entry(1, { name: 'Radar' }) }, { upsert: entry(2, { name: 'Gone' }) }]);
    await rebuild.promote();
    await index.apply([{ remove: entry(2, { name: 'Gone' }).service.id }]);
    const revisions: unknown[] = [];
    for await (const page of index.revisions()) revisions.push(...page);
    t.equal(revisions.length, 1);
    t.equal((await reader.list(everything)).total, 1);
    t.equal((await reader.search({ text: 'radar', filter: {}, offset: 0, limit: 10 })).total, 1);
    const intent = await intentSearch(reader, await loadLanguage(), { text: 'radar', filter: {}, limit: 10 });
    t.equal(intent.services.length, 1);

    const writingReader = createMeilisearchIndex({ url, apiKey: keys.reader, indexUid });
    t.teardown(() => writingReader.close());
    await t.rejects(writingReader.apply([{ upsert: entry(3, { name: 'Never' }) }]), { message: /API key/ });
    const otherIndex = createMeilisearchIndex({ url, apiKey: keys.indexer, indexUid: 'elsewhere' });
    t.teardown(() => otherIndex.close());
    await t.rejects(otherIndex.prepare(), { code: 'search_unavailable', message: /API key/ });
  });

  await t.test('concurrent creators of the keys all get the same, also if a key had other rights before', async (t) => {
    const { client, indexUid } = temporaryIndex(t, access);
    const { url, apiKey: masterKey } = access;
    const makeAtOnce = () =>
      Promise.all(Array.from({ length: 10 }, () => createMeilisearchKeys({ url, masterKey, indexUid })));
    const [keys, ...others] = await makeAtOnce();
    t.teardown(() => Promise.all(Object.values(keys ?? {}).map((key) => client.deleteKey(key))));
    for (const other of others) t.strictSame(other, keys);
    const { uid, indexes, actions } = await client.getKey(keys?.reader ?? '');
    for (let round = 0; round < 5; round++) {
      await client.deleteKey(uid);
      await client.createKey({ uid, indexes, actions: ['search'], expiresAt: null });
      for (const newKeys of await makeAtOnce()) t.strictSame(newKeys, keys, 'the same again');
      t.strictSame((await client.getKey(uid)).actions.toSorted(), actions.toSorted(), 'with the current rights');
    }
  });
}
