import t from 'tap';
import { markWords } from '../dist/browser/markWords.js';

const marked = (text: string, words: string[]) =>
  markWords(text, words)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

t.test('words are marked in any case, width and ending, and the text stays as it is', async (t) => {
  t.equal(marked('Weather, WEATHER and ｗｅａｔｈｅｒ', ['weather']), '[Weather], [WEATHER] and [ｗｅａｔｈｅｒ]');
  t.equal(marked('Translation of translated texts', ['translate']), '[Translation] of [translated] texts');
  t.equal(marked('date, not data', ['data']), 'date, not [data]');
  t.equal(marked('全国の天気を調べます', ['天気', '調べる']), '全国の[天気]を[調べ]ます');
  t.equal(marked('東京天気予報', ['東京', '天気', '京天']), '[東京天気]予報');
  t.equal(marked('𠮷野家の天気 ☔️', ['天気']), '𠮷野家の[天気] ☔️');
});

t.test('nothing is marked without words, and nothing is lost', async (t) => {
  t.strictSame(markWords('<b>plain</b>', []), [{ text: '<b>plain</b>', isMarked: false }]);
  t.strictSame(markWords('', ['word']), []);
  t.equal(marked('a.b*c', ['.*', '']), 'a.b*c');
});
