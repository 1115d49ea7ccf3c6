import { type Database, findPending, readRevisions, touchServices, type VerifyReport } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { compareRevisions, type Difference } from './compareRevisions.js';

export interface VerifyOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: SearchIndex;
  /** Touches services that differ, so that they are indexed again. */
  repair: boolean;
  /** Wakes the indexers. Without it they notice within a second. */
  enqueue?: ((ids: readonly string[]) => void) | undefined;
  onProgress?: (progress: { checked: number }) => void;
}

const chunk = 1_000;

/**
 * Compares catalog and index by id and revision, while both are in use. Services that are pending or set aside do not
 * count as drift.
 */
export async function verifyIndex(options: VerifyOptions): Promise<VerifyReport> {
  const first = await look(options);
  // Neither side is read from one snapshot, so a difference may be a change in progress. Only what is the same on a
  // second look, and is not pending, is drift.
  const second = first.drift.size > 0 ? await look(options) : first;
  const drift = [...second.drift.values()].filter(({ id, catalog, index }) => {
    const earlier = first.drift.get(id);
    return earlier !== undefined && earlier.catalog === catalog && earlier.index === index;
  });
  const idsOf = (kind: (difference: Difference) => boolean) => drift.filter(kind).map(({ id }) => id);
  if (options.repair)
    await repair(
      options,
      idsOf(() => true),
    );
  return {
    checked: second.checked,
    missing: idsOf(({ index }) => index === undefined),
    stale: idsOf(({ catalog, index }) => catalog !== undefined && index !== undefined),
    surplus: idsOf(({ catalog }) => catalog === undefined),
  };
}

async function look({ database, node, index, onProgress }: VerifyOptions) {
  let checked = 0;
  const differences = await compareRevisions(readRevisions(database), index.revisions(), (count) => {
    checked = count;
    if (count % chunk === 0) onProgress?.({ checked });
  });
  onProgress?.({ checked });
  const drift = new Map(differences.map((difference) => [difference.id, difference]));
  for (const ids of chunks([...drift.keys()])) {
    for (const id of await findPending(database, node, ids)) drift.delete(id);
  }
  return { checked, drift };
}

async function repair({ database, enqueue }: VerifyOptions, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) {
    await touchServices(database, some);
    enqueue?.(some);
  }
}

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += chunk) yield ids.slice(at, at + chunk);
}
