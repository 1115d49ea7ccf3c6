import t from 'tap';
import { loadLanguage } from '../dist/index.js';

const language = await loadLanguage();
const wordsOf = (text: string) => language.words(text).map(({ word }) => word);

t.test('a text is read the same again, and beside other texts', async (t) => {
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

t.test('a word that stands twice in a query is one token, and its second place does not count', async (t) => {
  const analysis = language.analyzeQuery('天気と天気、weather and weather');
  t.same(analysis.tokens, ['天気', 'weather']);
  t.same(
    analysis.groups.map(({ token }) => token),
    ['天気', 'weather'],
  );
});

t.test('each word says what it is in English', async (t) => {
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
