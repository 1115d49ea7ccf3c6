import { readTable } from '@shirube/testing';
import type { Test } from 'tap';
import { type KeywordPage, parseService, type SearchFilter, type Sort } from '../../dist/index.js';
import { alike, catalog } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';
import { hostileTexts } from './hostileTexts.js';

const table = new URL('../../test/conformance/keywords.tsv', import.meta.url);

/** Words, typo tolerance, both languages, totals. */
export async function keywordConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));

  const search = (text: string, filter: SearchFilter = {}, sort?: Sort): Promise<KeywordPage> =>
    reader.search({ text, filter, offset: 0, limit: 100, ...(sort ? { sort } : {}) });
  const found = async (text: string, filter?: SearchFilter): Promise<number[]> => {
    const { hits, total } = await search(text, filter);
    t.equal(total, hits.length, `the total of ${text} is exact`);
    return hits.map(({ service }) => Number(parseService(service).id.slice(-12))).sort((a, b) => a - b);
  };

  for (const [behaviour, query = '', ids, why] of readTable(table)) {
    const expected = ids ? ids.split(',').map(Number) : [];
    t.strictSame(await found(query), expected, [behaviour, query, why].filter(Boolean).join(': '));
  }

  await t.test('a text without words finds nothing', async (t) => {
    for (const text of ['!!!', '"', '-', '🦀', ' ', '・']) t.equal((await search(text)).total, 0, text);
  });

  await t.test('signs and hostile texts in keywords are no query language', async (t) => {
    t.strictSame(await found('-findex'), [10]);
    t.strictSame(await found('"findex'), [10]);
    t.strictSame(await found('findex - full'), [10]);
    for (const text of hostileTexts) t.type((await search(text)).total, 'number', JSON.stringify(text.slice(0, 40)));
    t.type((await search(Array.from({ length: 300 }, (_, i) => `word${i}`).join(' '))).total, 'number');
  });

  await t.test('a keyword search applies filters', async (t) => {
    t.strictSame(await found('weather', { chains: ['polygon'] }), [2]);
    t.strictSame(await found('weather', { categories: ['weather'], status: 'verified' }), [1]);
    t.strictSame(await found('weather', { maxPrice: { amount: '0.01', exclusive: false } }), []);
  });

  await t.test('a requested order comes before relevance', async (t) => {
    const order = async (text: string, sort: Sort) =>
      (await search(text, {}, sort)).hits.map(({ service }) => Number(parseService(service).id.slice(-12)));
    t.strictSame(await order('翻訳', { by: 'price', order: 'asc' }), [4, 3]);
    t.strictSame(await order('翻訳', { by: 'price', order: 'desc' }), [3, 4]);
    t.strictSame(await order('天気', { by: 'price', order: 'desc' }), [1, 2], 'equal prices by id');
    t.strictSame(await order('画像生成', { by: 'trustScore', order: 'desc' }), [8, 7]);
  });

  await t.test('the best match is first, scores fall and lie between 0 and 1', async (t) => {
    const { hits } = await search('translation');
    t.equal(hits[0] && parseService(hits[0].service).name, 'Polyglot');
    for (const [i, { score }] of hits.entries()) {
      t.ok(score > 0 && score <= 1);
      t.ok(score <= (hits[i - 1]?.score ?? 1));
    }
  });

  await t.test('pages of equally good matches are disjoint and complete', async (t) => {
    const foundIds: string[] = [];
    for (let offset = 0; offset < alike.length; offset += 7) {
      const page = await reader.search({ text: 'twin', filter: {}, offset, limit: 7 });
      t.equal(page.total, alike.length);
      foundIds.push(...page.hits.map(({ service }) => parseService(service).id));
    }
    t.strictSame(
      foundIds,
      alike.map(({ service }) => service.id),
    );
    const pastEnd = await reader.search({ text: 'twin', filter: {}, offset: 10_000, limit: 7 });
    t.strictSame(pastEnd, { total: alike.length, hits: [] });
  });
}
