import t from 'tap';
import { toCalibration } from '../dist/calibration.js';
import { judge as judgeGrades, meanQuality, overlap, percentile } from '../dist/metrics.js';

/** Judges names, of which each relevant one counts the same. */
const judge = (ranking: string[], relevant: string[]) =>
  judgeGrades(
    ranking.map((name) => (relevant.includes(name) ? 1 : 0)),
    [...new Set(relevant)].map(() => 1),
  );
const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < 1e-9;

t.test('a perfect ranking reaches 1 everywhere', async (t) => {
  t.same(judge(['a', 'b', 'x'], ['b', 'a']), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('a ranking is discounted by the places of its relevant names', async (t) => {
  const { ndcg, mrr, recall, hit3 } = judge(['x', 'a', 'y', 'b'], ['a', 'b', 'c']);
  const ideal = 1 + 1 / Math.log2(3) + 1 / 2;
  t.ok(isNear(ndcg, (1 / Math.log2(3) + 1 / Math.log2(5)) / ideal));
  t.equal(mrr, 1 / 2);
  t.ok(isNear(recall, 2 / 3));
  t.equal(hit3, 1);
});

t.test('the fourth place is no hit among the first three, the eleventh is none at all', async (t) => {
  const others = Array.from({ length: 10 }, (_, i) => `x${i}`);
  t.match(judge([...others.slice(0, 3), 'a'], ['a']), { hit3: 0, mrr: 1 / 4, recall: 1 });
  t.same(judge([...others, 'a'], ['a']), { ndcg: 0, mrr: 0, recall: 0, hit3: 0 });
});

t.test('with more relevant names than places, ten of them are all that can be found', async (t) => {
  const names = Array.from({ length: 25 }, (_, i) => `n${i}`);
  t.same(judge(names.slice(0, 10), names), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('a name that is listed as relevant twice counts once', async (t) => {
  t.same(judge(['a'], ['a', 'a']), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('an empty ranking is worth nothing', async (t) => {
  t.same(judge([], ['a']), { ndcg: 0, mrr: 0, recall: 0, hit3: 0 });
});

t.test('means, percentiles and overlaps are those of a small example', async (t) => {
  const mean = meanQuality([judge(['a'], ['a']), judge(['x', 'a'], ['a'])]);
  t.ok(isNear(mean.mrr, 0.75));
  t.ok(isNear(mean.ndcg, (1 + 1 / Math.log2(3)) / 2));
  t.equal(percentile([5, 1, 3, 2, 4], 0.5), 3);
  t.equal(percentile([5, 1, 3, 2, 4], 0.95), 5);
  t.equal(overlap(['a', 'b'], ['b', 'c']), 0.5);
  t.equal(overlap([], []), 1);
  t.equal(overlap(['a'], []), 0);
});

t.test('what was asked for counts three times what is of some use', async (t) => {
  t.equal(judgeGrades([2, 1], [2, 1]).ndcg, 1);
  const swapped = judgeGrades([1, 2], [2, 1]).ndcg;
  t.ok(isNear(swapped, (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3))));
});

t.test('calibration tells good first answers from bad ones and from answers to what has none', async (t) => {
  const answer = (probability: number, grade: number, confidence: 'high' | 'low', relevant = ['a']) => ({
    query: { lang: 'en', q: 'x', kind: 'subject', relevant },
    tokens: [],
    names: ['b'],
    ids: ['1'],
    grades: [grade],
    probability,
    confidence,
    milliseconds: 1,
  });
  const answers = [answer(0.9, 1, 'high'), answer(0.5, 1, 'low'), answer(0.6, 0, 'high'), answer(0.2, 0, 'low', [])];
  t.same(toCalibration(answers), { auc: 0.75, high: 2, highGood: 1, none: 1, noneAnswered: 1, noneHigh: 0 });
});
