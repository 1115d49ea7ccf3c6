import t from 'tap';
import type { Bench, BenchCase, PreparedCase } from '../dist/benchCase.js';
import { compare } from '../dist/compare.js';
import { table } from '../dist/report.js';

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

t.test('what is warmed up is not counted, and who goes first changes', async (t) => {
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

t.test('a round that is disturbed is told and does not count, the others do, and the case does not hold', async (t) => {
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

t.test('what was prepared is let go of, also when every measurement fails', async (t) => {
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

t.test('a case that cannot be prepared is told, so that those after it are measured', async (t) => {
  const prepare = async () => {
    throw new Error('the baseline hotList.js did not start');
  };
  const result = await compare(bench, { ...caseOf({ ours: inTurn([]), baseline: inTurn([]) }), prepare }, 1);
  t.match(result, { disturbed: ['preparing: the baseline hotList.js did not start'], holds: false });
});
