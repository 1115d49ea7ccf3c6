import { type Database, type DayCounts, type QueryCounts, readSalt, storeInsights } from '@shirube/catalog';
import {
  type App,
  addressKey,
  Counter,
  createSparseReport,
  networkPrefix,
  type Registry,
  withDeadline,
} from '@shirube/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Impression } from './impression.js';
import { createInsightCounts, createLastSearches, type InsightCounts } from './insightCounts.js';

const flushMs = 60_000;
/** Small, because followers of the log wait for open transactions. */
const batchSize = 500;
/** How long a process that stops waits for its last flush. */
const lastFlushMs = 1_000;

export interface InsightsCounter {
  /** Counts what an answer shows to the client of a request. Clients with a key are owners, and do not count. */
  count(request: Pick<FastifyRequest, 'ip' | 'method' | 'headers'>, impressions: readonly Impression[]): void;
  /** Stores what was counted. If that fails, the counts are kept for the next time. */
  flush(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    insights?: InsightsCounter;
  }
}

/**
 * Counts for sellers what is shown and opened, and stores it once a minute. Requests never wait for it. Nothing is
 * counted before Postgres was reached once: the numbers of askers need the secret that readers share.
 */
export function countInsights(app: App, database: Database, metrics: Registry): void {
  const drops = new Counter({
    name: 'shirube_insights_dropped_total',
    help: 'Counts of services and words, and searches whose words were not counted, dropped because of too many in a minute.',
    registers: [metrics],
  });
  const options = { searches: createLastSearches(), onDrop: (count: number) => drops.inc(count) };
  const report = createSparseReport(app.log, 'the store of insights');
  let counts: InsightCounts | undefined;
  let unsent: { day: string; days: DayCounts[]; queries: QueryCounts[] } | undefined;
  let flushing = Promise.resolve();

  async function store(): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const salt = counts?.day === day ? counts.salt : await readSalt(database, day);
    if (!unsent) {
      unsent = counts && { day: counts.day, ...counts.rows() };
      counts = createInsightCounts(day, salt, options);
    }
    while (unsent && unsent.days.length + unsent.queries.length > 0) {
      const [days, queries] = [unsent.days.slice(0, batchSize), unsent.queries.slice(0, batchSize)];
      await storeInsights(database, unsent.day, { days, queries });
      unsent.days.splice(0, days.length);
      unsent.queries.splice(0, queries.length);
    }
    unsent = undefined;
  }

  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(store);
    return flushing;
  }
  const flushAndReport = () => flush().then(report.recovered, report.failed);

  app.decorate('insights', {
    count({ ip, method, headers }, impressions) {
      if (!counts || method === 'HEAD' || headers.authorization !== undefined) return;
      const asker = { address: addressKey(ip), network: networkPrefix(ip) };
      for (const impression of impressions) counts.count(asker, impression);
    },
    flush,
  });
  const timer = setInterval(flushAndReport, flushMs);
  void flushAndReport();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await withDeadline(flush(), lastFlushMs).catch(report.failed);
  });
}
