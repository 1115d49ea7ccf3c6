import { type Database, findLogHolder, type NodeProgress, nodeProgress, readRotation } from '@shirube/catalog';
import { Counter, Gauge, Histogram, type Registry, sharedReading } from '@shirube/service-kit';
import type { Enqueuer } from '@shirube/work';

export type IndexerMetrics = ReturnType<typeof publishMetrics>;

/** Publishes metrics of the indexer's work, the lag of its node, and its queue. */
export function publishMetrics(
  registry: Registry,
  { database, node, enqueuer }: { database: Database; node: string; enqueuer: Enqueuer },
) {
  const registers = [registry];
  const batches = new Histogram({
    name: 'shirube_index_batch_seconds',
    help: 'Time from reading the services of a batch until the search engine has them.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const sizes = new Histogram({
    name: 'shirube_index_batch_services',
    help: 'Services in a batch.',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
    registers,
  });
  const indexed = new Counter({
    name: 'shirube_indexed_services_total',
    help: 'Services indexed or removed.',
    registers,
  });
  const refused = new Counter({
    name: 'shirube_index_refused_total',
    help: 'Services set aside.',
    registers,
  });
  const failed = new Counter({
    name: 'shirube_index_failed_batches_total',
    help: 'Batches that failed because of the engine or the database, and are retried.',
    registers,
  });
  publishProgress(registry, database, node);
  publishLogHolder(registry, database);
  publishRotation(registry, database);
  publishQueue(registry, enqueuer, node);
  return {
    batchDone(services: number, refusals: number, seconds: number): void {
      batches.observe(seconds);
      sizes.observe(services);
      indexed.inc(services - refusals);
      refused.inc(refusals);
    },
    batchFailed: (): void => failed.inc(),
  };
}

function publishProgress(registry: Registry, database: Database, node: string): void {
  const read = sharedReading(() => nodeProgress(database, node));
  const publish = (name: string, help: string, value: (progress: NodeProgress) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['node'] as const,
      registers: [registry],
      async collect() {
        const progress = await read();
        this.set({ node }, progress ? value(progress) : Number.NaN);
      },
    });
  publish(
    'shirube_index_lag_seconds',
    'Age of the oldest change that is not in the index yet, by search node.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  publish('shirube_index_set_aside', 'Services that are set aside, by search node.', ({ setAside }) => setAside);
  publish(
    'shirube_index_pending',
    'Services whose latest state the index does not have yet, by search node.',
    ({ pending }) => pending,
  );
}

/** A transaction that stays open blocks all followers of the log. */
function publishLogHolder(registry: Registry, database: Database): void {
  new Gauge({
    name: 'shirube_log_held_seconds',
    help: 'How long the transaction that holds the log back has been open, by its database and application; 0 without one.',
    labelNames: ['database', 'application'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const holder = await findLogHolder(database).catch(() => undefined);
      this.set({ database: holder?.database ?? '', application: holder?.application ?? '' }, holder?.seconds ?? 0);
    },
  });
}

/** Every indexer reports on all nodes, so a node whose indexers are all down is still reported. */
function publishRotation(registry: Registry, database: Database): void {
  new Gauge({
    name: 'shirube_search_node_in_rotation',
    help: 'Whether a search node is complete and current, so that readers may use it.',
    labelNames: ['node'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const nodes = await readRotation(database).catch(() => []);
      for (const { name, inRotation } of nodes) this.set({ node: name }, inRotation ? 1 : 0);
    },
  });
}

function publishQueue(registry: Registry, enqueuer: Enqueuer, node: string): void {
  new Gauge({
    name: 'shirube_queue_jobs',
    help: 'Jobs in the index queue by search node and state.',
    labelNames: ['node', 'state'] as const,
    registers: [registry],
    async collect() {
      const counts = await enqueuer.counts().catch(() => undefined);
      this.set({ node, state: 'waiting' }, counts?.waiting ?? Number.NaN);
      this.set({ node, state: 'active' }, counts?.active ?? Number.NaN);
      this.set({ node, state: 'delayed' }, counts?.delayed ?? Number.NaN);
    },
  });
}
