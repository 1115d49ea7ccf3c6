import { reasonOf } from '@shirube/contracts';
import type { Log } from './logger.js';

/** Tells the log about a part that is down in one sentence, again only now and then, and once more when it is back. */
export interface SparseReport {
  failed(error: unknown, fields?: object): void;
  recovered(): void;
}

const again = 30_000;

/** `part` is the subject of the sentences: "the queue cannot be used: …", "the queue works again". */
export function createSparseReport(log: Log, part: string): SparseReport {
  let failures = 0;
  let told = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    failed(error, fields = {}) {
      failures++;
      if (performance.now() - toldAt < again) return;
      toldAt = performance.now();
      told = true;
      log.warn({ ...fields, failures }, `${part} cannot be used: ${reasonOf(error)}`);
    },
    recovered() {
      // A part that comes and goes is told of as seldom as one that is gone.
      if (told) log.info({ failures }, `${part} works again`);
      told = false;
      failures = 0;
    },
  };
}
