import t from 'tap';
import { loadLanguage } from '../dist/index.js';

const language = await loadLanguage();
const termsOf = (text: string) => language.documentTerms(language.words(text)).map(({ term }) => term);

t.test('English is indexed by stems, camelCase and hyphens whole and in pieces, digits kept', async (t) => {
  t.same(termsOf('Translations of weather forecasts'), ['translat', 'weather', 'forecast']);
  t.ok(['openweathermap', 'weather', 'map'].every((term) => termsOf('OpenWeatherMap').includes(term)));
  t.ok(['realtim', 'real', 'time'].every((term) => termsOf('real-time').includes(term)));
  t.ok(termsOf('base64 and ipv4').includes('base64'));
  t.same(termsOf('PDFs, NFTs'), ['pdf', 'nft']);
});

t.test('Japanese is indexed by words, their parts, and their English renderings', async (t) => {
  const terms = termsOf('全国の天気予報を提供します');
  for (const term of ['天気予報', '天気', '予報', 'forecast']) t.ok(terms.includes(term), term);
  t.notOk(terms.includes('の'));
});

t.test('a part of a compound counts for less than the compound', async (t) => {
  const counts = new Map(language.documentTerms(language.words('天気予報')).map(({ term, count }) => [term, count]));
  t.ok((counts.get('天気') ?? 0) < (counts.get('天気予報') ?? 0));
});

t.test('texts of like meaning lie near each other, across languages too', async (t) => {
  const cosine = (a: string, b: string) => {
    const left = language.textVector(language.words(a));
    const right = language.textVector(language.words(b));
    if (!left || !right) return 0;
    return left.reduce((sum, value, i) => sum + value * (right[i] ?? 0), 0);
  };
  t.ok(cosine('weather forecast', 'meteorology') > cosine('weather forecast', 'cat pictures'));
  t.ok(cosine('天気予報', 'weather forecast') > 0.8);
  t.equal(language.textVector(language.words('!!!')), undefined);
});

t.test('neighbours are other words of like meaning, nearest first', async (t) => {
  const near = language.neighbours('weather');
  t.ok(near.length > 0);
  t.notOk(near.some(({ term }) => term === 'weather'));
  t.same(
    near.map(({ cosine }) => cosine),
    near.map(({ cosine }) => cosine).sort((a, b) => b - a),
  );
  t.same(language.neighbours('qqqqq'), []);
});
