import { DocumentsRefused, type IndexChange } from '@shirube/search';

/** A change that the engine does not take, and what it says about it. */
export interface Refusal {
  change: IndexChange;
  reason: string;
}

/**
 * Applies the changes; a batch that the engine refuses is halved until the documents at fault stand alone, and the
 * rest is applied without them. Rejects, with any part applied, when the engine cannot be reached.
 */
export async function applyIsolating(
  apply: (changes: readonly IndexChange[]) => Promise<void>,
  changes: readonly IndexChange[],
): Promise<Refusal[]> {
  const [change] = changes;
  if (!change) return [];
  try {
    await apply(changes);
    return [];
  } catch (error) {
    if (!(error instanceof DocumentsRefused)) throw error;
    if (changes.length === 1) return [{ change, reason: error.message }];
  }
  const middle = Math.ceil(changes.length / 2);
  const halves = await Promise.all([
    applyIsolating(apply, changes.slice(0, middle)),
    applyIsolating(apply, changes.slice(middle)),
  ]);
  return halves.flat();
}

/** The service that a change is about. */
export function changedId(change: IndexChange): string {
  return 'upsert' in change ? change.upsert.service.id : change.remove;
}
