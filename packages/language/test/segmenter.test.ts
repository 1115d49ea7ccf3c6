import { readFile } from 'node:fs/promises';
import lindera from 'lindera-wasm-nodejs-ipadic';
import t from 'tap';
import { readMorphemes } from '../dist/data/morphemes.js';
import { createSegmenter } from '../dist/words/segmenter.js';

const data = new URL('../data/', import.meta.url);
const segment = createSegmenter(readMorphemes(await readFile(new URL('morphemes.bin', data))));

t.test('a text is cut into morphemes with their dictionary form and part of speech', async (t) => {
  t.same(segment('画像を探したい'), [
    { surface: '画像', base: '画像', kind: '名詞', detail: '一般' },
    { surface: 'を', base: 'を', kind: '助詞', detail: '格助詞' },
    { surface: '探し', base: '探す', kind: '動詞', detail: '自立' },
    { surface: 'たい', base: 'たい', kind: '助動詞', detail: '*' },
  ]);
});

t.test('what the dictionary lacks is a word by its script', async (t) => {
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
