import { ProblemError } from '@shirube/client';
import { createBackoff } from '@shirube/domain';
import t from 'tap';
import { secondsToRetry } from '../dist/browser/useAnswer.js';

const problem = (status: number, headers: Record<string, string> = {}) =>
  new ProblemError({ status, code: 'x', title: 'x', detail: 'x' }, new Headers(headers));

t.test('what may pass is tried again when the directory says, else later each time', async (t) => {
  const backoff = createBackoff({ first: 1, longest: 30 });
  t.equal(secondsToRetry(problem(503, { 'retry-after': '7' }), backoff), 7);
  t.equal(secondsToRetry(problem(429, { 'retry-after': '0' }), backoff), 1);
  t.strictSame(
    Array.from({ length: 7 }, () => secondsToRetry(new TypeError('not reached'), backoff)),
    [1, 2, 4, 8, 16, 30, 30],
  );
});

t.test('what will fail again is not tried again', async (t) => {
  for (const status of [400, 404, 500]) t.equal(secondsToRetry(problem(status), createBackoff()), undefined);
});
