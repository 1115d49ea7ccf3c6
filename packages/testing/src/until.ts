import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  /** What was waited for, said when it does not come. */
  message: string;
  /** Milliseconds, 10,000 unless told. */
  timeout?: number;
}

/** Waits until the condition gives something truthy, and returns that; what it throws counts as not yet. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { message, timeout = 10_000 }: UntilOptions,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  let cause: unknown;
  do {
    try {
      const value = await condition();
      if (value) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(10);
  } while (Date.now() < deadline);
  throw new Error(`${message} (waited ${timeout} ms)`, { cause });
}
