import type { RankRequest } from '../../searchEngine.js';
import { createCopyReader, type KeptCopy } from './copyReader.js';
import type { IntentCopy, RankedId } from './intentCopy.js';
import type { SearchClient } from './searchClient.js';

/** Milliseconds for which what was read counts as fresh. */
const freshFor = 250;
/** Indexers stamp their documents before they send them, so that one may become visible after a later one. */
const overlap = 5_000;
/** Documents that are gone leave no trace but the count, which is compared this often. */
const recountEvery = 10_000;

/**
 * What intent search needs of every document, kept in the reader's memory and brought up to date when it is asked:
 * so words and vectors are ranked here, exactly as in the embedded engine, and Meilisearch only hands out the results.
 * What is kept is always the whole of one index: of one that is gone, or of which a part was read, nothing is used.
 */
export function createIntentReplica(client: SearchClient, indexUid: string) {
  const reader = createCopyReader(client, indexUid);
  let kept: KeptCopy | undefined;
  let updatedAt = Number.NEGATIVE_INFINITY;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let recountedAt = Number.NEGATIVE_INFINITY;
  let mayHaveGone = false;
  let updating: Promise<IntentCopy> | undefined;

  async function startOver(): Promise<IntentCopy> {
    kept = undefined;
    kept = await reader.read();
    return kept.copy;
  }

  async function bringUpToDate(): Promise<IntentCopy> {
    const now = await reader.state();
    if (kept?.of.createdAt !== now.createdAt) return startOver();
    const { copy, of, since } = kept;
    if (of.updatedAt !== now.updatedAt) {
      mayHaveGone = true;
      const newest = copy.newest();
      await reader.catchUp(copy, since);
      if ((await reader.state()).createdAt !== now.createdAt) return startOver();
      kept = { copy, of: now, since: newest - overlap };
    }
    return (await hasGone(copy)) ? startOver() : copy;
  }

  /** Whether the copy is known to have documents that the index has no more. */
  async function hasGone(copy: IntentCopy): Promise<boolean> {
    if (!mayHaveGone || performance.now() - recountedAt < recountEvery) return false;
    recountedAt = performance.now();
    mayHaveGone = false;
    return copy.count() > (await reader.count());
  }

  async function update(): Promise<IntentCopy> {
    const started = performance.now();
    const copy = await bringUpToDate();
    updatedAt = started;
    return copy;
  }

  async function freshCopy(): Promise<IntentCopy> {
    const asked = performance.now();
    for (;;) {
      if (kept && updatedAt >= refreshedAt && performance.now() - updatedAt < freshFor) return kept.copy;
      updating ??= update().finally(() => {
        updating = undefined;
      });
      const copy = await updating;
      // One that had begun before may lack what was indexed meanwhile.
      if (updatedAt >= Math.min(asked, refreshedAt)) return copy;
    }
  }

  return {
    /** The ids that answer an intent, best first. Rejects with SearchUnavailable when there is no index to ask. */
    async rank(request: RankRequest): Promise<RankedId[]> {
      return (await freshCopy()).rank(request);
    },
    /** Lets the next ranking look for what is new. */
    refresh(): void {
      refreshedAt = performance.now();
    },
  };
}
