import type { Database } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { type LeftOut, type Obstacle, toRegistration } from '@shirube/trust/monitor';
import { findUnlisted, mirrorServices, removeUnlisted } from './mirrorServices.js';
import { listOf, readResources } from './readResources.js';

const noTotals = () => ({
  /** Resources that were read. */
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  /** Could not be mirrored. */
  leftOut: 0,
  /** Whether it was interrupted before the end. */
  interrupted: false,
  /** Skipped: the service was removed here. */
  removed: 0,
  /** Skipped: somebody has registered the endpoint here. */
  taken: 0,
  /** Skipped: the list contained the resource before. */
  repeated: 0,
  obstacles: {} as Partial<Record<Obstacle, number>>,
});
export type MirrorTotals = ReturnType<typeof noTotals>;

interface MirrorOptions {
  /** The account that will own the services. */
  accountId: string;
  /** Whether to remove services of this list that it no longer contains. */
  prune: boolean;
  /** Gets the ids of services that have changed here. */
  onChanged(ids: readonly string[]): Promise<void>;
  onLeftOut(leftOut: LeftOut): void;
  /** Called after every page with the resources so far, and the total if it is known. */
  onProgress(read: number, total: number | undefined): void;
  /** Stops the mirror between two pages. */
  signal: AbortSignal;
}

/**
 * Mirrors the list of a facilitator, page by page. Returns the name under which the list is stored as the source of its
 * services, the totals, and how many services it no longer lists.
 */
export async function mirrorList(
  database: Database,
  facilitator: URL,
  { accountId, prune, onChanged, onLeftOut, onProgress, signal }: MirrorOptions,
): Promise<{ source: string; totals: MirrorTotals; unlisted: number }> {
  const list = listOf(facilitator);
  const source = list.origin + list.pathname;
  const totals = noTotals();
  const listed = new Set<string>();
  const endpoints = new Set<string>();

  function leaveOut(leftOut: LeftOut): void {
    totals.leftOut += 1;
    totals.obstacles[leftOut.obstacle] = (totals.obstacles[leftOut.obstacle] ?? 0) + 1;
    onLeftOut(leftOut);
  }

  function take(item: unknown): Registration[] {
    const mapped = toRegistration(item);
    if ('obstacle' in mapped) {
      if (mapped.resource !== '') listed.add(mapped.resource);
      leaveOut(mapped);
      return [];
    }
    const { endpoint } = mapped.registration;
    if (endpoints.has(endpoint)) {
      totals.repeated += 1;
      return [];
    }
    endpoints.add(endpoint);
    listed.add(endpoint);
    return [mapped.registration];
  }

  try {
    for await (const { items, total } of readResources(list, signal)) {
      const mirrored = await mirrorServices(database, source, items.flatMap(take), accountId);
      await onChanged([...mirrored.added, ...mirrored.changed]);
      totals.read += items.length;
      totals.added += mirrored.added.length;
      totals.changed += mirrored.changed.length;
      totals.unchanged += mirrored.unchanged;
      totals.removed += mirrored.removed;
      totals.taken += mirrored.taken;
      for (const refused of mirrored.refused) leaveOut({ ...refused, obstacle: 'registration' });
      onProgress(totals.read, total);
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    // A list that was not read to its end does not show what is missing.
    return { source, totals: { ...totals, interrupted: true }, unlisted: 0 };
  }
  const unlisted = await findUnlisted(database, source, listed);
  if (prune) {
    await removeUnlisted(database, source, unlisted);
    await onChanged(unlisted);
  }
  return { source, totals, unlisted: unlisted.length };
}
