import { ProblemError } from '@shirube/client';
import t from 'tap';
import { secondsToRetry } from '../dist/browser/retrying.js';

const problem = (status: number, headers: Record<string, string> = {}) =>
  new ProblemError({ status, code: 'x', title: 'x', detail: 'x' }, new Headers(headers));

t.test('what may pass is tried again when the directory says, else later each time', async (t) => {
  t.equal(secondsToRetry(problem(503, { 'retry-after': '7' }), 0), 7);
  t.equal(secondsToRetry(problem(429, { 'retry-after': '0' }), 0), 1);
  t.strictSame(
    [0, 1, 2, 9].map((attempt) => secondsToRetry(new TypeError('not reached'), attempt)),
    [1, 2, 4, 30],
  );
});

t.test('what will fail again is not tried again', async (t) => {
  for (const status of [400, 404, 500]) t.equal(secondsToRetry(problem(status), 0), undefined);
});
