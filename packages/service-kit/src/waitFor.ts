import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@shirube/contracts';
import type { Logger } from './logger.js';

const firstDelayMs = 200;
const longestDelayMs = 3_000;

/**
 * Tries `connect` until it succeeds, so that services may start in any order; says in one line what it waits for, and
 * again now and then. `isFinal` tells errors that waiting cannot fix, such as a wrong password: they are thrown.
 */
export async function waitFor<T>(
  what: string,
  connect: () => Promise<T>,
  {
    log,
    isFinal = () => false,
    signal,
  }: { log: Logger; isFinal?: (error: unknown) => boolean; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      const reason = reasonOf(error);
      if (isFinal(error)) throw new Error(`${what} cannot be used: ${reason}`);
      if (attempt % 5 === 0) log.warn(`waiting for ${what}: ${reason}`);
      await delay(Math.min(longestDelayMs, firstDelayMs * 2 ** attempt), undefined, signal ? { signal } : undefined);
    }
  }
}
