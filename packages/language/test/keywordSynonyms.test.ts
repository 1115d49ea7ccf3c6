import t from 'tap';
import { loadLanguage } from '../dist/index.js';

const language = await loadLanguage();
const synonyms = new Map(language.keywordSynonyms().map(({ term, synonyms: found }) => [term, found]));

t.test('names of the same thing lead to each other in both directions', async (t) => {
  t.ok(synonyms.get('天気')?.includes('weather'));
  t.ok(synonyms.get('weather')?.includes('天気'));
  t.ok(synonyms.get('郵便番号')?.includes('postal code'));
  t.ok(synonyms.get('postal code')?.includes('郵便番号'));
});

t.test('everyday words of the dictionary are among them', async (t) => {
  t.ok(synonyms.get('海')?.includes('sea'));
  t.ok(synonyms.get('sea')?.includes('海'));
});

t.test('they keep within what search engines take', async (t) => {
  t.ok(synonyms.size > 1000 && synonyms.size < 10_000, `${synonyms.size} terms`);
  for (const [term, found] of synonyms) {
    if (found.length > 50 || found.length === 0 || term.split(' ').length > 3 || found.includes(term)) t.fail(term);
  }
});
