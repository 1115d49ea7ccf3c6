import { createBackoff } from '@shirube/domain';
import type { SparseReport } from '@shirube/service-kit';

export interface RepeatedWork {
  /** Has the work done soon. A wake-up that arrives while the work runs is not lost. */
  wake(): void;
  /** Resolves when the work has ended for good, after `signal`. */
  ended: Promise<void>;
}

export interface RepeatOptions {
  /** Does the work; returns true if there may be more to do at once. */
  work: () => Promise<unknown>;
  /** Milliseconds after which the work runs again without a wake-up. */
  every: number | (() => number);
  /** Told when the work fails and when it recovers. Left out if the work reports for itself. */
  report?: SparseReport;
  signal: AbortSignal;
}

/** Creates a bell to wait on: a wait ends when it is rung, after a timeout, or at `signal`. */
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

/** Repeats some work until `signal`: when woken, at an interval, and with back-off after a failure. */
export function repeat({ work, every, report, signal }: RepeatOptions): RepeatedWork {
  const bell = createBell(signal);
  const backoff = createBackoff();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const isMore = (await work()) === true;
        report?.recovered();
        backoff.reset();
        if (!isMore) await bell.wait(typeof every === 'number' ? every : every());
      } catch (error) {
        if (signal.aborted) return;
        report?.failed(error);
        await bell.wait(backoff.next());
      }
    }
  }

  return { wake: bell.ring, ended: run() };
}
