import { meilisearch } from '@shirube/testing';
import type { Settings } from 'meilisearch';
import t, { type Test } from 'tap';
import { quote } from '../dist/engines/meilisearch/filterExpression.js';
import { hostileTexts } from './conformance/hostileTexts.js';
import { temporaryIndex } from './temporaryIndex.js';

// Behavior of Meilisearch that we rely on or work around. If one of these tests fails after an upgrade, the comment in
// the adapter that describes the behavior is out of date.
const access = await meilisearch(t);

const japanese: Settings = { localizedAttributes: [{ attributePatterns: ['*'], locales: ['jpn'] }] };

if (access) {
  const filled = async (t: Test, documents: { id: string; text?: string }[], settings: Settings = {}) => {
    const { client, indexUid } = temporaryIndex(t, access);
    const index = client.index(indexUid);
    await client.createIndex(indexUid, { primaryKey: 'id' }).waitTask();
    await index.updateSettings(settings).waitTask();
    await index.addDocuments(documents).waitTask();
    const found = async (q: string, options = {}) =>
      (await index.search<{ id: string }>(q, options)).hits.map(({ id }) => id).sort();
    return { client, index, indexUid, found };
  };

  await t.test('kanji are cut as Chinese unless attributes are said to be Japanese', async (t) => {
    const documents = [{ id: 'a', text: '全国の天気予報' }];
    t.strictSame(await (await filled(t, documents)).found('天気'), []);
    t.strictSame(await (await filled(t, documents, japanese)).found('天気'), ['a']);
  });

  await t.test('a synonym key in kanji matches only with a middle dot behind it, and one way', async (t) => {
    const documents = [
      { id: 'en', text: 'translation' },
      { id: 'ja', text: '翻訳' },
    ];
    const plain = await filled(t, documents, { ...japanese, synonyms: { 翻訳: ['translation'] } });
    t.strictSame(await plain.found('翻訳'), ['ja']);
    const dotted = await filled(t, documents, { ...japanese, synonyms: { '翻訳・': ['translation'] } });
    t.strictSame(await dotted.found('翻訳'), ['en', 'ja']);
    t.strictSame(await dotted.found('translation'), ['en']);
  });

  await t.test('a key of several Japanese words is written with spaces, as queries are', async (t) => {
    const documents = [{ id: 'en', text: 'weather forecast' }];
    const { found } = await filled(t, documents, {
      ...japanese,
      synonyms: { '天気 予報・': ['weather forecast'] },
    });
    t.strictSame(await found('天気 予報'), ['en']);
  });

  await t.test('full-width letters are not folded', async (t) => {
    const { found } = await filled(t, [{ id: 'a', text: 'ＡＰＩ' }], japanese);
    t.strictSame(await found('API'), []);
  });

  await t.test('only the first ten words of a query count', async (t) => {
    const ten = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett';
    const { found } = await filled(t, [{ id: 'a', text: ten }]);
    t.strictSame(await found(`${ten} zulu`, { matchingStrategy: 'all' }), ['a']);
    t.strictSame(await found(`zulu ${ten}`, { matchingStrategy: 'all' }), []);
  });

  await t.test('the strategy frequency drops unknown words first, and of equally rare words drops none', async (t) => {
    const { found } = await filled(t, [
      { id: 'a', text: 'apple common' },
      { id: 'b', text: 'banana common' },
    ]);
    t.strictSame(await found('unheardof apple', { matchingStrategy: 'frequency' }), ['a']);
    t.strictSame(await found('common apple', { matchingStrategy: 'frequency' }), ['a']);
    t.strictSame(await found('apple banana', { matchingStrategy: 'frequency' }), []);
    t.strictSame(await found('apple banana', { matchingStrategy: 'last' }), ['a']);
  });

  await t.test('a search without words returns everything', async (t) => {
    const { found } = await filled(t, [{ id: 'a', text: 'apple' }]);
    t.strictSame(await found('!!!'), ['a']);
  });

  await t.test('totals are exact beyond a thousand, and pages reach the end once maxTotalHits is raised', async (t) => {
    const documents = Array.from({ length: 2_500 }, (_, i) => ({
      id: String(i).padStart(5, '0'),
      text: 'twin',
    }));
    const { index } = await filled(t, documents, { sortableAttributes: ['id'] });
    const walled = await index.search('twin', { offset: 2_400, limit: 5 });
    t.strictSame(walled.hits, [], 'a wall at 1,000');
    const listed = await index.getDocuments({ offset: 2_400, limit: 5, sort: ['id:asc'] });
    t.equal(listed.total, documents.length, 'but not for fetched documents');
    t.strictSame(
      listed.results.map(({ id }) => id),
      ['02400', '02401', '02402', '02403', '02404'],
    );
    await index
      .updateSettings({ pagination: { maxTotalHits: 1_000_000_000 }, rankingRules: ['words', 'id:asc'] })
      .waitTask();
    const moved = await index.search('twin', { offset: 2_400, limit: 5 });
    t.equal(moved.estimatedTotalHits, documents.length);
    t.strictSame(
      moved.hits.map(({ id }) => id),
      ['02400', '02401', '02402', '02403', '02404'],
    );
    const exact = await index.search('twin', { page: 1, hitsPerPage: 1 });
    t.equal(exact.totalHits, documents.length);
  });

  await t.test('a quoted filter value matches exactly the same text', async (t) => {
    const texts = hostileTexts.filter((text) => text.length < 300 && text !== '\u0000');
    const documents = [...new Set(texts)].map((text, i) => ({ id: String(i), text }));
    const { index } = await filled(t, documents, { filterableAttributes: ['text'] });
    for (const { id, text } of documents) {
      const { results } = await index.getDocuments({ filter: `text = ${quote(text)}` });
      t.strictSame(
        results.map((found) => found.id),
        [id],
        JSON.stringify(text),
      );
    }
  });

  await t.test('documents sent to a missing index create one with default settings', async (t) => {
    const { client, indexUid } = temporaryIndex(t, access);
    await client
      .index(indexUid)
      .addDocuments([{ id: 'a' }])
      .waitTask();
    t.strictSame(await client.index(indexUid).getDisplayedAttributes(), ['*']);
  });

  await t.test('a swap moves settings and creation time along with the documents', async (t) => {
    const a = await filled(t, [{ id: 'a' }], { displayedAttributes: ['id', 'mark-a'] });
    const b = await filled(t, [{ id: 'b' }]);
    const { createdAt } = await a.client.getRawIndex(a.indexUid);
    await a.client.swapIndexes([{ indexes: [a.indexUid, b.indexUid], rename: false }]).waitTask();
    t.strictSame(await b.index.getDisplayedAttributes(), ['id', 'mark-a']);
    t.equal((await b.client.getRawIndex(b.indexUid)).createdAt, createdAt);
    t.strictSame(await b.found(''), ['a']);
  });

  await t.test('a swap renames an index to a name that is free, and fails otherwise', async (t) => {
    const { client, index, indexUid } = await filled(t, [{ id: 'a' }], {
      displayedAttributes: ['id', 'mark-a'],
    });
    const { createdAt } = await client.getRawIndex(indexUid);
    const renamed = { indexes: [indexUid, `${indexUid}-renamed`] as [string, string], rename: true };
    t.equal((await client.swapIndexes([renamed]).waitTask()).status, 'succeeded');
    await t.rejects(index.getDocuments(), { cause: { code: 'index_not_found' } });
    const found = client.index(`${indexUid}-renamed`);
    t.strictSame(await found.getDisplayedAttributes(), ['id', 'mark-a']);
    t.equal((await found.getDocuments()).total, 1);
    t.equal((await client.getRawIndex(found.uid)).createdAt, createdAt);

    await index.addDocuments([{ id: 'b' }]).waitTask();
    t.equal((await client.swapIndexes([renamed]).waitTask()).status, 'failed');
    t.equal((await found.getDocuments()).results[0]?.id, 'a');
  });

  await t.test('the modification time of an index changes with additions, changes and removals only', async (t) => {
    const { client, index, indexUid } = await filled(t, [{ id: 'a' }]);
    const updatedAt = async () => (await client.getRawIndex(indexUid)).updatedAt;
    const times = [await updatedAt(), await updatedAt()];
    t.equal(times[0], times[1], 'not by itself');
    await index.addDocuments([{ id: 'b' }]).waitTask();
    times.push(await updatedAt());
    await index.addDocuments([{ id: 'b', name: 'changed' }]).waitTask();
    times.push(await updatedAt());
    await index.deleteDocuments(['a']).waitTask();
    times.push(await updatedAt());
    t.equal(new Set(times).size, 4);
  });
}
