import type { Logger } from './logger.js';

const again = 30_000;

/**
 * The check of a part with its outcome told to the log: one sentence when the part cannot be used, again only now and
 * then, and one when it works again.
 */
export function reportedCheck(
  part: string,
  check: () => Promise<unknown>,
  log: Logger,
): () => Promise<unknown> {
  let isDown = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  return async () => {
    try {
      await check();
    } catch (error) {
      isDown = true;
      if (performance.now() - toldAt > again) {
        toldAt = performance.now();
        log.warn(`${part} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
      }
      throw error;
    }
    if (isDown) log.info(`${part} works again`);
    isDown = false;
  };
}
