import type { SparseReport } from '@shirube/service-kit';
import { createBackoff } from './backoff.js';

export interface Repeating {
  /** Has the work done soon; a wake-up that comes while it is being done is not lost. */
  wake(): void;
  /** Resolves when the work has ended for good, by `signal`. */
  ended: Promise<void>;
}

export interface RepeatOptions {
  /** Does what there is to do; true when there may be more at once. */
  work: () => Promise<unknown>;
  /** Milliseconds after which the work is done again though nobody has woken it. */
  every: number | (() => number);
  /** Told when the work fails, and when it does not any more. */
  report: SparseReport;
  signal: AbortSignal;
}

/** Something that can be waited for, for a while: until it is woken, or until `signal`. */
export function createBell(signal: AbortSignal) {
  let isRung = false;
  let answer = () => {};
  const ring = () => {
    isRung = true;
    answer();
  };
  signal.addEventListener('abort', ring);
  return {
    ring,
    async wait(milliseconds: number): Promise<void> {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        answer = () => {};
      }
      isRung = false;
    },
  };
}

/** Does some work again and again until `signal`: when woken, every so often, and after a failure with a back-off. */
export function repeat({ work, every, report, signal }: RepeatOptions): Repeating {
  const bell = createBell(signal);
  const backoff = createBackoff();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const isMore = (await work()) === true;
        report.recovered();
        backoff.reset();
        if (!isMore) await bell.wait(typeof every === 'number' ? every : every());
      } catch (error) {
        if (signal.aborted) return;
        report.failed(error);
        await bell.wait(backoff.next());
      }
    }
  }

  return { wake: bell.ring, ended: run() };
}
