import type { Logger } from './logger.js';
import { createSparseReport } from './sparseReport.js';

/**
 * Wraps the check of a part and logs its outcome: one sentence when the part fails, repeated only now and then, and one
 * when it works again.
 */
export function reportedCheck(part: string, check: () => Promise<unknown>, log: Logger): () => Promise<unknown> {
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
