import { reasonOf } from '@shirube/contracts';
import type { Log } from './logger.js';

/** Logs one sentence when a part is down, repeats it only now and then, and logs one more when it works again. */
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
      // A part that flaps is reported as rarely as one that stays down.
      if (told) log.info({ failures }, `${part} works again`);
      told = false;
      failures = 0;
    },
  };
}
