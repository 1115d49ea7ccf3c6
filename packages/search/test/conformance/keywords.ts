import { type KeywordPage, parseService, type SearchFilter, type Sort } from '../../dist/index.js';
import { alike, catalog } from '../catalogFixture.js';
import type { EngineUnderTest, Test } from '../conformance.js';
import { hostileTexts } from './hostileTexts.js';

/** Words, forgiveness, both languages, totals. */
export async function keywordConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));

  const search = (text: string, filter: SearchFilter = {}, sort?: Sort): Promise<KeywordPage> =>
    reader.search({ text, filter, offset: 0, limit: 100, ...(sort ? { sort } : {}) });
  const found = async (text: string, filter?: SearchFilter): Promise<number[]> => {
    const { hits, total } = await search(text, filter);
    t.equal(total, hits.length, `the total of ${text} is exact`);
    return hits.map(({ service }) => Number(parseService(service).id.slice(-12))).sort((a, b) => a - b);
  };

  await t.test('a word finds names, descriptions and categories', async (t) => {
    t.strictSame(await found('findex'), [10]);
    t.strictSame(await found('aeroplane'), [13]);
    t.strictSame(await found('finance'), [5]);
  });

  await t.test('case and width do not matter, in query or document', async (t) => {
    t.strictSame(await found('GATEWAY'), [11]);
    t.strictSame(await found('gateway'), [11]);
    t.strictSame(await found('ｇａｔｅｗａｙ'), [11]);
    t.strictSame(await found('ＦＩＮＤＥＸ'), [10]);
    t.strictSame(await found('キーボード'), [11]);
    t.strictSame(await found('ｷｰﾎﾞｰﾄﾞ'), [11]);
  });

  await t.test('kana are one script', async (t) => {
    t.strictSame(await found('ネコ'), [12]);
    t.strictSame(await found('ねこ'), [12]);
  });

  await t.test('the last word may be unfinished, earlier ones not', async (t) => {
    t.strictSame(await found('aerop'), [13]);
    t.strictSame(await found('right aerop'), [13]);
    t.strictSame(await found('pronunc'), [15]);
  });

  await t.test('small typos are forgiven: one from 5 letters, two from 9', async (t) => {
    t.strictSame(await found('findec'), [10], 'one letter wrong');
    t.strictSame(await found('fidnex'), [10], 'two letters swapped');
    t.strictSame(await found('polyglott'), [3], 'one letter too many');
    t.strictSame(await found('ralay'), [14]);
    t.strictSame(await found('pronunsiasion'), [15], 'two of thirteen');
    t.strictSame(await found('lyve'), [], 'four letters must be right');
    t.strictSame(await found('vindex'), [], 'and so must the first');
    t.strictSame(await found('fyntex'), [], 'two of six are too many');
  });

  await t.test('Japanese words are found inside sentences and compounds', async (t) => {
    t.strictSame(await found('全国'), [2]);
    t.strictSame(await found('高品質'), [4]);
    t.strictSame(await found('索引'), [9]);
    t.strictSame(await found('東証'), [6]);
    t.strictSame(await found('文章 高品質'), [4]);
  });

  await t.test('a Japanese word finds English services and the reverse', async (t) => {
    t.strictSame(await found('天気'), [1, 2]);
    t.strictSame(await found('weather'), [1, 2]);
    t.strictSame(await found('翻訳'), [3, 4]);
    t.strictSame(await found('translation'), [3, 4]);
    t.strictSame(await found('株価'), [5, 6]);
    t.strictSame(await found('stock price'), [5, 6]);
    t.strictSame(await found('画像生成'), [7, 8]);
    t.strictSame(await found('image generation'), [7, 8]);
    t.strictSame(await found('検索'), [9, 10]);
    t.strictSame(await found('search'), [9, 10]);
  });

  await t.test('particles do not narrow a query, and scripts may be mixed', async (t) => {
    t.strictSame(await found('全国の天気予報'), [2]);
    t.strictSame(await found('画像生成API'), [8]);
    t.strictSame(await found('東証の株価'), [6]);
  });

  await t.test('words written together are found by their parts, and parts by the whole', async (t) => {
    t.strictSame(await found('radar'), [13]);
    t.strictSame(await found('openskyradar'), [13]);
    t.strictSame(await found('web socket relay'), [14]);
  });

  await t.test('every word counts; when nothing has them all, the rarest decides', async (t) => {
    t.strictSame(await found('hourly weather'), [1]);
    t.strictSame(await found('translation languages'), [3]);
    t.strictSame(await found('findex unheardof'), [10], 'a word that nobody has is left out');
    t.strictSame(await found('unheardof findex'), [10], 'wherever it stands');
    t.strictSame(await found('twin findex'), [10], 'the rarer of two');
    t.strictSame(await found('polyglot findex'), [3], 'of equally rare ones the first');
    t.strictSame(await found('unheardof'), []);
  });

  await t.test('a text without words finds nothing', async (t) => {
    for (const text of ['!!!', '"', '-', '🦀', ' ', '・']) t.equal((await search(text)).total, 0, text);
  });

  await t.test('signs are no query language', async (t) => {
    t.strictSame(await found('-findex'), [10]);
    t.strictSame(await found('"findex'), [10]);
    t.strictSame(await found('findex - full'), [10]);
    for (const text of hostileTexts) t.type((await search(text)).total, 'number', JSON.stringify(text.slice(0, 40)));
    t.type((await search(Array.from({ length: 300 }, (_, i) => `word${i}`).join(' '))).total, 'number');
  });

  await t.test('filters narrow a search', async (t) => {
    t.strictSame(await found('weather', { chains: ['polygon'] }), [2]);
    t.strictSame(await found('weather', { category: 'weather', status: 'verified' }), [1]);
    t.strictSame(await found('weather', { maxPrice: { amount: '0.01', exclusive: false } }), []);
  });

  await t.test('an asked-for order comes before relevance', async (t) => {
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
    const seen: string[] = [];
    for (let offset = 0; offset < alike.length; offset += 7) {
      const page = await reader.search({ text: 'twin', filter: {}, offset, limit: 7 });
      t.equal(page.total, alike.length);
      seen.push(...page.hits.map(({ service }) => parseService(service).id));
    }
    t.strictSame(
      seen,
      alike.map(({ service }) => service.id),
    );
    const behind = await reader.search({ text: 'twin', filter: {}, offset: 10_000, limit: 7 });
    t.strictSame(behind, { total: alike.length, hits: [] });
  });
}
