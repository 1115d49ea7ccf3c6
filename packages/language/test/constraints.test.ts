import { readdir, readFile } from 'node:fs/promises';
import { relativeCost } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createConstraintReader } from '../dist/constraints/constraints.js';
import { readRules } from '../dist/constraints/rules.js';
import { readDataFiles } from '../dist/data/dataFiles.js';
import { rowsOf } from '../dist/data/wordLists.js';
import { describeConstraints, inOrder } from './describeConstraints.js';

const { file } = await readDataFiles();
const words = file('queries/classes.tsv').toString('utf8');
const table = file('queries/rules.tsv').toString('utf8');
const read = createConstraintReader(words, table);

function check(t: Test, sentence: string, expected: string): void {
  const found = read(sentence);
  t.equal(describeConstraints(found), inOrder(expected), sentence);
  if (expected === '') t.equal(found.rest, sentence.normalize('NFKC'), 'and its words all stay');
}

/** A text without the spaces and punctuation around it. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/^[\s,、。.:;]+|[\s,、。.:;]+$/g, '');

t.test('every rule of the table reads its own example as the table says', async (t) => {
  for (const { example, expected } of readRules(words, table).rules) {
    t.not(example, '', expected);
    check(t, example, expected);
  }
});

const folder = new URL('../test/sentences/', import.meta.url);
for (const name of await readdir(folder)) {
  t.test(`each sentence of ${name} states the constraints beside it, and no others`, async (t) => {
    for (const [sentence = '', expected = '', rest] of rowsOf(await readFile(new URL(name, folder), 'utf8'))) {
      check(t, sentence, expected);
      if (rest !== undefined) t.equal(plain(read(sentence).rest), rest, `what is left of ${sentence}`);
    }
  });
}

t.test('the words of constraints are removed from a query and the rest of it stays', async (t) => {
  const rests: [string, string][] = [
    ['検証済みでBaseで使える0.01ドル以下の翻訳API', '翻訳API'],
    ['weather api under $0.05 per call', 'weather api'],
    ['cheapest verified OCR on Base or Polygon under 2 cents', 'OCR'],
    ['1,000リクエストあたり5ドル以下のOCR', 'OCR'],
    ['share price of a US company, not crypto', 'share price of a US company'],
    ['ソラナ以外で使える翻訳API', '翻訳API'],
    // What is refused may lie around words that were taken before.
    ['exclude unverified sports: news for me', 'news for me'],
  ];
  for (const [text, rest] of rests) t.equal(plain(read(text).rest), rest, text);
});

t.test('reading constraints takes time in proportion to the length of a text, not to its square', async (t) => {
  const length = 400;
  const times = 4;
  // Between the work that grows with the text, 4, and with its square, 16.
  const most = 9;
  for (const part of [
    '1',
    '一二三四五',
    '一分の',
    '0.1 cents ',
    'on ',
    'not ',
    '無料',
    '検証',
    'five stars ',
    'base, ',
    'someone has actually already ',
    ' ',
    'a-',
    'not from a, ',
    'that is not a or b ',
    'aもbでも',
    'a.',
    'not a.bc or ',
    ' -abc',
    'https://a.bc/,',
    '猫を見ない',
  ]) {
    const text = (size: number) => part.repeat(size).slice(0, size);
    const [short, long] = [text(length), text(times * length)];
    const cost = await relativeCost(
      () => read(long),
      () => read(short),
      most,
    );
    t.ok(cost <= most, `${part.trim()}: ${times} times the text is ${cost.toFixed(1)} times the work`);
  }
});
