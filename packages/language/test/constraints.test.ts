import { readdir, readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { createConstraintReader } from '../dist/constraints/constraints.js';
import { readRules, rowsOf } from '../dist/constraints/rules.js';
import { dataFile, readDataFiles } from '../dist/data/dataFiles.js';
import { inOrder, saidBy } from './saidBy.js';

const files = await readDataFiles();
const words = dataFile(files, 'queries/classes.tsv').toString('utf8');
const table = dataFile(files, 'queries/rules.tsv').toString('utf8');
const read = createConstraintReader(words, table);

function check(t: Test, sentence: string, expected: string): void {
  const found = read(sentence);
  t.equal(saidBy(found), inOrder(expected), sentence);
  if (expected === '') t.equal(found.rest, sentence.normalize('NFKC'), 'and its words all stay');
}

t.test('every rule has an example, which says what is beside it', async (t) => {
  for (const { example, expected } of readRules(words, table).rules) {
    t.not(example, '', expected);
    check(t, example, expected);
  }
});

const folder = new URL('../test/sentences/', import.meta.url);
for (const name of await readdir(folder)) {
  t.test(`sentences: ${name}`, async (t) => {
    for (const [sentence = '', expected = ''] of rowsOf(await readFile(new URL(name, folder), 'utf8')))
      check(t, sentence, expected);
  });
}

t.test('the words of constraints are taken out and the rest stays', async (t) => {
  const rests: [string, string][] = [
    ['検証済みでBaseで使える0.01ドル以下の翻訳API', '翻訳API'],
    ['weather api under $0.05 per call', 'weather api'],
    ['cheapest verified OCR on Base or Polygon under 2 cents', 'OCR'],
    ['1,000リクエストあたり5ドル以下のOCR', 'OCR'],
    ['share price of a US company, not crypto', 'share price of a US company'],
    ['ソラナ以外で使える翻訳API', '翻訳API'],
  ];
  for (const [text, rest] of rests)
    t.equal(
      read(text)
        .rest.replace(/\s+/g, ' ')
        .replace(/[\s,]+$/, '')
        .trim(),
      rest,
      text,
    );
});

/** The least time that a text took, in milliseconds: what it takes while nothing else runs. */
function least(text: string): number {
  let found = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 300; i += 1) {
    const start = performance.now();
    read(text);
    found = Math.min(found, performance.now() - start);
  }
  return found;
}

t.test('no text of 500 characters takes more than five times as long as a usual one', async (t) => {
  const usual = least('cheapest verified OCR on Base or Polygon under 2 cents');
  for (const text of [
    '1'.repeat(500),
    '0.1 cents '.repeat(50),
    'on '.repeat(160),
    'not '.repeat(125),
    'no a '.repeat(100),
    '無料'.repeat(250),
    '検証'.repeat(250),
    'の'.repeat(500),
    'five stars '.repeat(45),
    'base, '.repeat(83),
    'usdc usdt '.repeat(50),
    'under 5 cents per call and '.repeat(18),
    'someone has actually already '.repeat(17),
    'price of the cost to pay for '.repeat(17),
  ]) {
    const taken = least(text);
    t.ok(taken <= 5 * usual, `${text.slice(0, 20)}: ${(taken / usual).toFixed(1)} times`);
  }
});
