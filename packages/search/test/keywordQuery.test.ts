import { loadLanguage } from '@shirube/language';
import t from 'tap';
import { keywordWords } from '../dist/keyword/keywordQuery.js';

const language = await loadLanguage();

t.test('of a long keyword query no more is read than can count', async (t) => {
  let read = 0;
  const counting = {
    ...language,
    words(text: string) {
      read += text.length;
      return language.words(text);
    },
  };
  for (const text of ['翻訳'.repeat(250), '今日の天気と気温を、'.repeat(50), 'weather 東京 '.repeat(50)]) {
    read = 0;
    t.ok(keywordWords(counting, text).length <= 10);
    t.ok(read <= 80, `${read} characters are cut into words`);
  }
});
