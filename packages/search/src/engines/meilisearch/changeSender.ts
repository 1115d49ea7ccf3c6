import { setTimeout as delay } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import type { EnqueuedTask, Meilisearch } from 'meilisearch';
import { toDocument } from '../../document/toDocument.js';
import { changedId, type IndexChange } from '../../searchEngine.js';
import type { DocumentWriter } from './documentWriter.js';
import type { MeilisearchDocument } from './meilisearchDocument.js';
import { throwFault } from './searchFault.js';
import type { TaskWatcher } from './taskWatcher.js';

/** How many tasks may be outstanding. Further batches wait, so that work does not pile up in a slow Meilisearch. */
const mostOutstanding = 64;
const pause = 20;

export interface ChangeSenderDependencies {
  client: Meilisearch;
  watcher: TaskWatcher;
  writer: DocumentWriter;
}

/** Sends changes to one index, batch after batch, without waiting until Meilisearch has processed them. */
export function createChangeSender(
  indexUid: string,
  { client, watcher, writer }: ChangeSenderDependencies,
  beforeSending: () => Promise<void> = async () => undefined,
) {
  let sending: Promise<unknown> = Promise.resolve();

  async function send(changes: readonly IndexChange[]): Promise<EnqueuedTask[]> {
    const { documents, updated, removed } = latest(changes);
    const added = await writer.write(documents);
    while (watcher.outstanding() >= mostOutstanding) await delay(pause);
    await beforeSending();
    const index = client.index<MeilisearchDocument>(indexUid);
    const tasks: EnqueuedTask[] = [];
    if (removed.length > 0) tasks.push(await index.deleteDocuments(removed));
    if (added.length > 0) tasks.push(await index.addDocuments(added, { primaryKey: 'id' }));
    if (updated.length > 0)
      tasks.push(await index.updateDocuments(updated.map(writer.writeUpdate), { primaryKey: 'id' }));
    return tasks;
  }

  /** Resolves when the changes are visible to readers. */
  return async (changes: readonly IndexChange[]): Promise<void> => {
    if (changes.length === 0) return;
    const sent = sending.then(() => send(changes));
    sending = sent.catch(() => undefined);
    await sent.then((tasks) => Promise.all(tasks.map(watcher.waitFor))).catch(throwFault);
  };
}

/** Reduces a batch to the last change of each id. */
function latest(changes: readonly IndexChange[]) {
  const last = new Map<string, IndexChange>();
  for (const change of changes) {
    const id = changedId(change);
    const before = last.get(id);
    const isUpdated = 'update' in change && before && !('update' in before);
    last.set(id, isUpdated ? { upsert: change.update } : change);
  }
  const documents: SearchDocument[] = [];
  const updated: SearchDocument[] = [];
  const removed: string[] = [];
  for (const [id, change] of last) {
    if ('upsert' in change) documents.push(toDocument(change.upsert));
    else if ('update' in change) updated.push(toDocument(change.update));
    else removed.push(id);
  }
  return { documents, updated, removed };
}
