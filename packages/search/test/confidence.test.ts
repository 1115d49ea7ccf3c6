import t from 'tap';
import { confidenceOf, probabilityOf } from '../dist/intent/confidence.js';

const scores = (...all: number[]) => all.map((score) => ({ score }));

t.test('an answer is the likelier good the better its score, and the more it stands out', async (t) => {
  const plain = probabilityOf(scores(0.5, 0.48, 0.48, 0.47, 0.47));
  t.ok(plain > probabilityOf(scores(0.4, 0.38, 0.38, 0.37, 0.37)));
  t.ok(plain < probabilityOf(scores(0.5, 0.3, 0.3, 0.2, 0.2)));
  t.equal(confidenceOf(plain), 'low');
  t.equal(confidenceOf(probabilityOf(scores(0.65, 0.3, 0.3, 0.2, 0.2))), 'high');
});

t.test('an answer without others is judged by its score', async (t) => {
  t.equal(confidenceOf(probabilityOf(scores(0.7))), 'high');
  t.equal(confidenceOf(probabilityOf(scores(0.3))), 'low');
});

t.test('no answer is not likely to be a good one', async (t) => {
  t.equal(probabilityOf([]), 0);
  t.equal(confidenceOf(0), 'low');
});
