import { readFile } from 'node:fs/promises';
import lindera from 'lindera-wasm-nodejs-ipadic';
import t from 'tap';
import { readMorphemes } from '../dist/data/morphemes.js';
import { hasJapanese, loadLanguage, normalize, splitWords } from '../dist/index.js';
import { memoize } from '../dist/memoize.js';
import { queryLanguage } from '../dist/words/script.js';
import { createSegmenter } from '../dist/words/segmenter.js';

const data = new URL('../data/', import.meta.url);
const segment = createSegmenter(readMorphemes(await readFile(new URL('morphemes.bin', data))));
const language = await loadLanguage();
const wordsOf = (text: string) => language.words(text).map(({ word }) => word);
const termsOf = (text: string) => language.documentTerms(language.words(text)).map(({ term }) => term);

t.test('normalizing folds width, case, spaces and kana variants', async (t) => {
  t.equal(normalize('  ＡＰＩ　ｻｰﾊﾞｰ '), 'api サーバ');
  t.equal(normalize('ヴァイオリン'), 'バイオリン');
  t.equal(normalize('コンピューター'), normalize('コンピュータ'));
  t.equal(normalize('エラー'), 'エラー', 'a short word keeps its long vowel');
  t.equal(normalize('サーバー管理'), 'サーバ管理');
});

t.test('the simple split cuts a text at spaces, at punctuation and between scripts, and nowhere else', async (t) => {
  t.same(splitWords('天気予報API, v2.1 (Tokyo)'), ['天気予報', 'api', 'v2', '1', 'tokyo']);
  t.same(splitWords('😀 ... 、。'), []);
  t.same(splitWords('\ud800 a'), ['a']);
});

t.test('a query is Japanese as soon as it holds kana or kanji', async (t) => {
  t.equal(queryLanguage('weather'), 'en');
  t.equal(queryLanguage('weather の'), 'ja');
  t.equal(queryLanguage('天気'), 'ja');
  t.ok(hasJapanese('ｱ'));
  t.notOk(hasJapanese('안녕'));
});

t.test('a text is cut into morphemes with their dictionary form and part of speech', async (t) => {
  t.same(segment('画像を探したい'), [
    { surface: '画像', base: '画像', kind: '名詞', detail: '一般' },
    { surface: 'を', base: 'を', kind: '助詞', detail: '格助詞' },
    { surface: '探し', base: '探す', kind: '動詞', detail: '自立' },
    { surface: 'たい', base: 'たい', kind: '助動詞', detail: '*' },
  ]);
});

t.test('a word that the dictionary lacks is cut where the script changes', async (t) => {
  const surfaces = (text: string) => segment(text).map(({ surface }) => surface);
  t.same(segment('フォトグラメトリ')[0], {
    surface: 'フォトグラメトリ',
    base: 'フォトグラメトリ',
    kind: 'UNK',
    detail: '*',
  });
  t.same(surfaces('𠮷野家'), ['𠮷', '野家']);
  t.same(surfaces(''), []);
});

t.test('phrases of the tasks are cut as another implementation of the same dictionary cuts them', async (t) => {
  const builder = new lindera.TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  const tokenizer = builder.build();
  const text = await readFile(new URL('tasks.ndjson', data), 'utf8');
  const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]+/gu;
  const runs = [...new Set(text.normalize('NFKC').match(japanese))].filter((_, i) => i % 4 === 0);
  t.ok(runs.length > 1_000, `${runs.length} runs`);
  const differing = runs.filter((run) => {
    const tokens: Record<string, string>[] = tokenizer.tokenize(run);
    const expected = tokens.map(({ surface, baseForm, partOfSpeech, partOfSpeechSubcategory1 }) => ({
      surface,
      base: baseForm && baseForm !== '*' ? baseForm : surface,
      kind: partOfSpeech,
      detail: partOfSpeechSubcategory1 ?? '*',
    }));
    return JSON.stringify(segment(run)) !== JSON.stringify(expected);
  });
  t.same(differing, []);
});

t.test('a text has the same words each time, whatever is read in between', async (t) => {
  const text = '全国の天気予報を、QRコードで配信。Hourly OpenWeatherMap data。';
  const first = structuredClone(language.words(text));
  t.same(language.words(text), first);
  t.same(wordsOf('QRコードで配信。全国の天気予報を'), ['qrコード', '配信', '全国', '天気予報']);
  t.same(language.words(text), first);
});

t.test('no word reaches across a comma or a full stop', async (t) => {
  t.same(wordsOf('AB型'), ['ab型']);
  t.same(wordsOf('A、B型'), ['a', 'b型']);
});

t.test('a word that stands twice in a query is one token', async (t) => {
  const analysis = language.analyzeQuery('天気と天気、weather and weather');
  t.same(analysis.tokens, ['天気', 'weather']);
  t.same(
    analysis.groups.map(({ token }) => token),
    ['天気', 'weather'],
  );
});

t.test('a word comes with its English translations', async (t) => {
  const english = (text: string) => language.words(text).flatMap((word) => word.english);
  t.same(english('天気'), ['weather']);
  t.same(english('maps'), ['maps']);
  t.same(english('real-time'), ['real', 'time']);
});

// The segmenter lacks the word, and once made トーク and ント of it and the particle behind it.
t.test('a loan word that the dictionary knows stays whole whatever follows it', async (t) => {
  for (const text of ['トークンと残高', 'トークンが安全か', '保有トークンの一覧'])
    t.ok(
      language.words(text).some(({ word }) => word === 'トークン'),
      text,
    );
});

t.test(
  'English is indexed by stems, with camelCase and hyphenated words whole and in parts, and with its digits',
  async (t) => {
    t.same(termsOf('Translations of weather forecasts'), ['translat', 'weather', 'forecast']);
    t.ok(['openweathermap', 'weather', 'map'].every((term) => termsOf('OpenWeatherMap').includes(term)));
    t.ok(['realtim', 'real', 'time'].every((term) => termsOf('real-time').includes(term)));
    t.ok(termsOf('base64 and ipv4').includes('base64'));
    t.same(termsOf('PDFs, NFTs'), ['pdf', 'nft']);
  },
);

t.test('Japanese is indexed by words, their parts and their English translations', async (t) => {
  const terms = termsOf('全国の天気予報を提供します');
  for (const term of ['天気予報', '天気', '予報', 'forecast']) t.ok(terms.includes(term), term);
  t.notOk(terms.includes('の'));
});

t.test('a part of a compound counts for less than the compound', async (t) => {
  const counts = new Map(language.documentTerms(language.words('天気予報')).map(({ term, count }) => [term, count]));
  t.ok((counts.get('天気') ?? 0) < (counts.get('天気予報') ?? 0));
});

t.test('a memoized result is computed once while it is used', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  for (let i = 0; i < 100; i += 1) {
    t.equal(length('often'), 5);
    t.equal(length(`once ${i}`), `once ${i}`.length);
  }
  t.equal(computed.filter((text) => text === 'often').length, 1);
});

t.test('memoized results that were not used lately are dropped, so that memory stays bounded', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`);
  for (const text of texts) length(text);
  for (const text of texts.slice(-10)) length(text);
  t.equal(computed.length, 30, 'the last ten are known');
  for (const text of texts.slice(0, 10)) length(text);
  t.equal(computed.length, 40, 'the first ten are not');
});

t.test('results for long texts are not memoized', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  const long = '天気予報'.repeat(50);
  t.equal(length(long), 200);
  t.equal(length(long), 200);
  t.equal(computed.length, 2);
});

t.test('words that say what is wanted are ordinary, names are not', async (t) => {
  const { isOrdinary } = language;
  const topics = [
    ...[
      'weather',
      'translate',
      'weather forecast',
      'translations',
      'summarise',
      'bitcoin price',
      'the API',
      'horoscope',
    ],
    ...['天気', '明日の天気', '天気予報', '翻訳', '翻訳 translate', 'の', ''],
  ];
  for (const text of topics) t.ok(isOrdinary(text), text);
  for (const text of [
    'hugen',
    'nansen',
    'coingecko',
    'loyal ember',
    'hugen weather',
    'ヒュゲンプス',
    '株式会社ヒュゲンプス',
  ])
    t.notOk(isOrdinary(text), text);
});
