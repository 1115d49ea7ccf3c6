import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds, far more than a busy machine needs: a passing test never waits this long. */
export const patience = 240_000;

interface UntilOptions {
  /** The error message when the condition is not met in time. */
  message: string;
  /** Milliseconds. */
  timeout?: number;
}

/**
 * Waits until the condition returns a truthy value, and returns that value. If it throws, it is tried again. It is tried
 * less often as time goes by, since most conditions send requests, which slow down what is waited for.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { message, timeout = patience }: UntilOptions,
): Promise<NonNullable<T>> {
  // Unlike that of Date, this clock cannot be stopped by a test.
  const deadline = performance.now() + timeout;
  let cause: unknown;
  let pause = 5;
  do {
    try {
      const value = await condition();
      if (value) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(pause);
    pause = Math.min(50, pause * 1.5);
  } while (performance.now() < deadline);
  throw new Error(`${message} (waited ${timeout} ms)`, { cause });
}
