import { setTimeout as delay } from 'node:timers/promises';

/** Far more than a busy machine takes: a test that passes never waits so long. */
const patience = 240_000;

export interface UntilOptions {
  /** What was waited for, said when it does not come. */
  message: string;
  /** Milliseconds. */
  timeout?: number;
}

/** Waits until the condition gives something truthy, and returns that; what it throws counts as not yet. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { message, timeout = patience }: UntilOptions,
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
