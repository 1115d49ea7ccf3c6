import { answerVerification, type Database, mainNode, takeVerification } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { repeat } from '@shirube/work';
import { verifyIndex } from './verifyIndex.js';

const everyMilliseconds = 1_000;

/**
 * Compares the embedded index with the catalog when the command line requests it, until closed. No other process can
 * read this index.
 */
export function answerVerifications({ database, index, log }: { database: Database; index: SearchIndex; log: Log }) {
  const stop = new AbortController();
  const { ended } = repeat({
    every: everyMilliseconds,
    report: createSparseReport(log, 'the comparison of index and catalog'),
    signal: stop.signal,
    async work() {
      const request = await takeVerification(database);
      if (!request) return false;
      const report = await verifyIndex({ database, node: mainNode, index, repair: request.repair });
      await answerVerification(database, request.id, report);
      return true;
    },
  });
  return {
    async close(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
