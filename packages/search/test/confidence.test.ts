import t from 'tap';
import { confidenceOf, probabilityOf } from '../dist/intent/confidence.js';
import { taskShare } from '../dist/intent/formula.js';
import type { TokenMatch } from '../dist/intent/tokenMatches.js';

const task = (weight: number): TokenMatch => ({
  token: '',
  group: 0,
  alternative: { term: 'task:x', surface: 'x', weight, source: 'task' },
  places: 0,
  part: taskShare * weight,
});

t.test(
  'an answer is the likelier good the better its score, and where it is about the task of the query',
  async (t) => {
    const plain = probabilityOf({ score: 0.45, matches: [] });
    t.ok(plain > probabilityOf({ score: 0.35, matches: [] }));
    t.ok(plain < probabilityOf({ score: 0.45, matches: [task(0.3)] }));
    t.equal(confidenceOf(plain), 'low');
    t.equal(confidenceOf(probabilityOf({ score: 0.45, matches: [task(0.3)] })), 'high');
  },
);

t.test('no answer is not likely to be a good one', async (t) => {
  t.equal(probabilityOf(undefined), 0);
  t.equal(confidenceOf(0), 'low');
});
