import { type Database, findEntries, markPending, readRevisions, setAside } from '@shirube/catalog';
import type { CatalogEntry } from '@shirube/contracts';
import type { IndexChange, IndexRebuild } from '@shirube/search';
import { applyIsolating, changedId } from './isolateRefused.js';

/** The second index of a rebuild, and what is in it. */
export interface SecondIndex {
  /** Adds services as the catalog holds them; resolves when there is room for more. */
  put(entries: readonly CatalogEntry[]): Promise<void>;
  /** Resolves when everything that was put is in; rejects when something is not. */
  settled(): Promise<void>;
  /** Makes the index agree with the catalog as it is now; returns how many services differed. */
  catchUp(): Promise<number>;
  size(): number;
  refused(): number;
}

const chunk = 500;
const sendsAtOnce = 4;

export function createSecondIndex(database: Database, node: string, rebuild: IndexRebuild): SecondIndex {
  /** The revision of every service in the index; exact, so that no clock is needed to tell what has changed since. */
  const revisions = new Map<string, number>();
  const refused = new Set<string>();
  const sending = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;

  async function apply(changes: readonly IndexChange[]): Promise<void> {
    for (const { change, reason } of await applyIsolating(rebuild.apply, changes)) {
      if (!('upsert' in change)) continue;
      const { service, revision } = change.upsert;
      refused.add(service.id);
      await markPending(database, node, [service.id]);
      await setAside(database, node, { id: service.id, revision }, reason);
    }
    for (const change of changes) {
      if ('upsert' in change) revisions.set(changedId(change), change.upsert.revision);
      else revisions.delete(change.remove);
    }
  }

  function send(changes: readonly IndexChange[]): void {
    const sent = apply(changes)
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  async function room(): Promise<void> {
    while (sending.size >= sendsAtOnce) await Promise.race(sending);
    if (failure) throw failure.error;
  }

  async function settled(): Promise<void> {
    await Promise.all(sending);
    if (failure) throw failure.error;
  }

  async function findChanged(): Promise<{ changed: string[]; gone: Set<string> }> {
    const changed: string[] = [];
    const gone = new Set(revisions.keys());
    for await (const page of readRevisions(database)) {
      for (const { id, revision } of page) {
        gone.delete(id);
        if (revisions.get(id) !== revision) changed.push(id);
      }
    }
    return { changed, gone };
  }

  return {
    async put(entries) {
      await room();
      send(entries.map((entry) => ({ upsert: entry })));
    },
    settled,
    async catchUp() {
      await settled();
      const { changed, gone } = await findChanged();
      for (let at = 0; at < changed.length; at += chunk) {
        await room();
        const entries = await findEntries(database, changed.slice(at, at + chunk));
        send(entries.map((entry) => ({ upsert: entry })));
      }
      if (gone.size > 0) send([...gone].map((id) => ({ remove: id })));
      await settled();
      return changed.length + gone.size;
    },
    size: () => revisions.size - refused.size,
    refused: () => refused.size,
  };
}
