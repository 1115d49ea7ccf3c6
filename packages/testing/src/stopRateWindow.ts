import type { TestContext } from './testContext.js';

const windowMs = 10_000;
/** What is left of the window, so that a request that waits for the next one looks again soon. */
const leftMs = 50;
const { now } = Date;

/**
 * Stops `Date.now` of this process shortly before the end of a rate limit window until the test ends, so that all its
 * requests fall into one window. Returns a function that moves on to the next window.
 */
export function stopRateWindow(t: Pick<TestContext, 'teardown'>): () => void {
  let time = (Math.ceil(now() / windowMs) + 1) * windowMs - leftMs;
  Date.now = () => time;
  t.teardown(() => {
    Date.now = now;
  });
  return () => {
    time += windowMs;
  };
}
