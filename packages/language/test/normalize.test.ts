import t from 'tap';
import { hasJapanese, normalize, splitWords } from '../dist/index.js';
import { queryLanguage } from '../dist/words/script.js';

t.test('width, case, spaces and kana variants are folded', async (t) => {
  t.equal(normalize('  ＡＰＩ　ｻｰﾊﾞｰ '), 'api サーバ');
  t.equal(normalize('ヴァイオリン'), 'バイオリン');
  t.equal(normalize('コンピューター'), normalize('コンピュータ'));
  t.equal(normalize('エラー'), 'エラー', 'a short word keeps its long vowel');
  t.equal(normalize('サーバー管理'), 'サーバ管理');
});

t.test('the simple split cuts at spaces, punctuation and between scripts, and nowhere else', async (t) => {
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
