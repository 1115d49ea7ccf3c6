import { reasonOf } from '@shirube/contracts';
import type { Log } from './logger.js';

/** Logs one sentence when a part is down, repeats it only now and then, and logs one more when it works again. */
export interface SparseReport {
  failed(error: unknown, fields?: object): void;
  recovered(): void;
}

const repeatAfterMs = 30_000;

/** `part` is the subject of the sentences: "the queue cannot be used: …", "the queue works again". */
export function createSparseReport(log: Log, part: string): SparseReport {
  let failures = 0;
  let isReported = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    failed(error, fields = {}) {
      failures++;
      if (performance.now() - reportedAt < repeatAfterMs) return;
      reportedAt = performance.now();
      isReported = true;
      log.warn({ ...fields, failures }, `${part} cannot be used: ${reasonOf(error)}`);
    },
    recovered() {
      // A part that flaps is reported as rarely as one that stays down.
      if (isReported) log.info({ failures }, `${part} works again`);
      isReported = false;
      failures = 0;
    },
  };
}

/**
 * Wraps the check of a part and logs its outcome: one sentence when the part fails, repeated only now and then, and one
 * when it works again.
 */
export function reportedCheck(part: string, check: () => Promise<unknown>, log: Log): () => Promise<unknown> {
  const report = createSparseReport(log, part);
  return async () => {
    try {
      await check();
    } catch (error) {
      report.failed(error);
      throw error;
    }
    report.recovered();
  };
}
