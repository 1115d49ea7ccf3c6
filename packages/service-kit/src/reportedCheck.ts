import type { Logger } from './logger.js';
import { createSparseReport } from './sparseReport.js';

/**
 * The check of a part with its outcome told to the log: one sentence when the part cannot be used, again only now and
 * then, and one when it works again.
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
