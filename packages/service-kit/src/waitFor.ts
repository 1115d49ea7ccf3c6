import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@shirube/contracts';
import { createBackoff } from '@shirube/domain';
import type { Logger } from './logger.js';

/**
 * Retries `connect` until it succeeds, so that services can start in any order. Logs what it waits for, and repeats
 * that now and then. Errors for which `isFinal` is true, such as a wrong password, are thrown, since waiting cannot fix
 * them.
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
  const backoff = createBackoff({ first: 200, longest: 3_000 });
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      const reason = reasonOf(error);
      if (isFinal(error)) throw new Error(`${what} cannot be used: ${reason}`);
      if (attempt % 5 === 0) log.warn(`waiting for ${what}: ${reason}`);
      await delay(backoff.next(), undefined, signal ? { signal } : undefined);
    }
  }
}
