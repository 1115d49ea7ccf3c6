import { type Database, type LogEntry, loadChanged, noteRefusals } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { type Log, withSpan } from '@shirube/service-kit';
import type { IndexerMetrics } from './indexerMetrics.js';
import { isolateRefused } from './isolateRefused.js';

export interface IndexEntriesOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: Pick<SearchIndex, 'apply'>;
  log: Log;
  metrics: IndexerMetrics;
}

const leavesTexts = ({ type, columns }: LogEntry): boolean =>
  type === 'status' || (type === 'touched' && columns.length === 1 && columns[0] === 'uptime_score');

/**
 * Returns a test for services whose texts stay as indexed, because their entries are only about trust, status or uptime.
 * Not for those that were set aside or are affected by the entries of others.
 */
function createUpdateTest(entries: readonly LogEntry[], setAside: ReadonlySet<string>): (id: string) => boolean {
  const updated = new Set(entries.map(({ serviceId }) => serviceId));
  for (const entry of entries) if (!leavesTexts(entry)) updated.delete(entry.serviceId);
  return (id) => updated.has(id) && !setAside.has(id);
}

/**
 * Updates the index for the services of these log entries. Several entries of one service become one document.
 * Documents that the engine refuses are set aside with the reason. Rejects when the engine or the database fails.
 */
export async function indexEntries(
  { database, node, index, log, metrics }: IndexEntriesOptions,
  entries: readonly LogEntry[],
): Promise<void> {
  const started = performance.now();
  const revisions = new Map<string, number>();
  const setAside = new Set<string>();

  // Loaded again on each call: a batch that is sent after this one may hold a newer document of the same service.
  async function apply(some: readonly LogEntry[]): Promise<void> {
    const changed = await loadChanged(database, some, node);
    for (const { service, revision } of changed.entries) revisions.set(service.id, revision);
    for (const id of changed.setAside) setAside.add(id);
    const isUpdate = createUpdateTest(some, setAside);
    await index.apply([
      ...changed.entries.map((entry) => (isUpdate(entry.service.id) ? { update: entry } : { upsert: entry })),
      ...changed.gone.map((id) => ({ remove: id })),
    ]);
  }

  const refusals = await withSpan('engine apply', { 'shirube.batch.services': entries.length }, () =>
    isolateRefused(apply, entries),
  );
  const refused = [...new Map(refusals.map(({ item, reason }) => [item.serviceId, reason]))].map(([id, reason]) => ({
    id,
    reason,
    revision: revisions.get(id) ?? 0,
  }));
  const isRefused = new Set(refused.map(({ id }) => id));
  const serviceIds = new Set([...revisions.keys(), ...entries.map(({ serviceId }) => serviceId)]);
  await noteRefusals(
    database,
    node,
    [...setAside].filter((id) => !isRefused.has(id)),
    refused,
  );
  for (const fields of refused) log.error(fields, 'a service was set aside: the engine refuses it');
  metrics.batchDone(serviceIds.size, refused.length, (performance.now() - started) / 1000);
}
