import { readRegistration } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import t from 'tap';
import type { Bench, BenchCase, PreparedCase } from '../dist/benchCase.js';
import { generateCatalog } from '../dist/catalog/generateCatalog.js';
import { listPath, listQueries } from '../dist/catalog/listQueries.js';
import { intentQueries, keywordQueries, longQueries } from '../dist/catalog/textQueries.js';
import { compare } from '../dist/compare.js';
import { command, readOptions } from '../dist/options.js';
import { table } from '../dist/report.js';

const language = await loadLanguage();
const catalog = await generateCatalog(300);

const bench: Pick<Bench, 'say'> = { say() {} };

const caseOf = (prepared: PreparedCase): BenchCase<Pick<Bench, 'say'>> => ({
  name: 'example',
  title: 'an example',
  baseline: 'nothing',
  atLeast: 0.5,
  prepare: async () => prepared,
});

const inTurn = (figures: number[]) => async () => figures.shift() ?? 0;

t.test('the result is the median of the ratios of the rounds, with their spread', async (t) => {
  const prepared = { ours: inTurn([8, 30, 10]), baseline: inTurn([10, 100, 20]), rounds: 3 };
  const result = await compare(bench, caseOf(prepared), 7);
  t.match(result, { ratio: 0.5, spread: [0.3, 0.8], ours: 10, theirs: 20, holds: true });
});

t.test('warming up is not counted, and the order of the two alternates', async (t) => {
  const order: string[] = [];
  const measure = (name: string) => async () => order.push(name);
  await compare(bench, caseOf({ ours: measure('ours'), baseline: measure('baseline') }), 2);
  t.same(order.slice(-4), ['ours', 'baseline', 'baseline', 'ours']);
  t.ok(order.length > 4);
});

t.test('a ratio that falls short, or a condition that is not met, does not hold', async (t) => {
  const short = await compare(bench, caseOf({ ours: inTurn([4]), baseline: inTurn([10]), rounds: 1 }), 1);
  t.equal(short.holds, false);
  const also = () => [{ holds: false, text: 'memory stays flat' }];
  const unmet = await compare(bench, caseOf({ ours: inTurn([9]), baseline: inTurn([10]), rounds: 1, also }), 1);
  t.equal(unmet.holds, false);
  t.match(table([unmet]), 'DOES NOT HOLD: memory stays flat');
  t.match(table([short]), /example +0\.40 +0\.50 .* NO\n/);
});

t.test('a disturbed round is reported and not counted, and its case does not hold', async (t) => {
  const figures = [8, new Error('not every request was served: {"200":997,"503":3}'), 30];
  const ours = async () => {
    const figure = figures.shift();
    if (typeof figure !== 'number') throw figure;
    return figure;
  };
  const messages: string[] = [];
  const result = await compare(
    { say: (text) => messages.push(text) },
    caseOf({ ours, baseline: inTurn([10, 10, 100]), rounds: 3 }),
    3,
  );
  const what = 'round 2: not every request was served: {"200":997,"503":3}';
  t.match(result, { ratio: 0.55, spread: [0.3, 0.8], disturbed: [what], holds: false });
  t.ok(messages.includes(`example: disturbed, ${what}`), 'it is said when it happens');
  t.match(table([result]), `DISTURBED: ${what}`);
});

t.test('a prepared case is closed, also when every measurement fails', async (t) => {
  let closed = false;
  const failing = async () => {
    throw new Error('no');
  };
  const close = async () => {
    closed = true;
  };
  const result = await compare(bench, caseOf({ ours: failing, baseline: failing, rounds: 1, close }), 1);
  t.match(result, { ratio: 0, disturbed: ['round 1: no'], holds: false });
  t.ok(closed);
});

t.test('a case that cannot be prepared is reported, so that later ones are measured', async (t) => {
  const prepare = async () => {
    throw new Error('the baseline hotList.js did not start');
  };
  const result = await compare(bench, { ...caseOf({ ours: inTurn([]), baseline: inTurn([]) }), prepare }, 1);
  t.match(result, { disturbed: ['preparing: the baseline hotList.js did not start'], holds: false });
});

const read = (...args: string[]) => {
  command.configureOutput({ writeErr: () => {} }).parse(args, { from: 'user' });
  return readOptions();
};

t.test('without arguments every case is measured, otherwise the named ones', async (t) => {
  t.match(read(), { names: { length: 0 }, services: 20_000, rounds: 15 });
  t.match(read('list-hot', '--rounds', '3'), { names: ['list-hot'], rounds: 3 });
  t.match(read('--growth'), { services: 200_000 });
});

t.test('an invalid argument is refused with a sentence', async (t) => {
  t.throws(() => read('list-cold'), /'list-cold' is invalid.*list-hot/);
  t.throws(() => read('--rounds', 'many'), /'many' is invalid. It must be a number above 0/);
  t.throws(() => read('--what'), /unknown option '--what'/);
});

t.test('the help of the benchmark names its cases', async (t) => {
  for (const name of ['list-hot', 'searchable', 'overload']) t.match(command.helpInformation(), name);
});

t.test('the generated catalog is the same every time, and each of its services can be registered', async (t) => {
  t.same(catalog, await generateCatalog(300));
  for (const registration of catalog) t.same(readRegistration(registration), { registration });
  t.equal(new Set(catalog.map(({ description }) => description)).size, 300, 'no two have the same text');
});

t.test('no two generated queries are alike', async (t) => {
  const lists = listQueries(catalog, 500).map(listPath);
  const keywords = keywordQueries(catalog, language, 500);
  const intents = intentQueries(catalog, language, 500).map(({ intent }) => intent);
  for (const queries of [lists, keywords, intents]) t.equal(new Set(queries).size, 500);
});

t.test('long queries have the requested length', async (t) => {
  const queries = longQueries(catalog, 500, 100);
  for (const query of queries) t.equal(query.length, 500);
  t.equal(new Set(queries).size, 100);
});
