import type { Registration } from '@shirube/contracts';
import type { Mirrored } from './mirrorServices.js';
import type { ResourcePage } from './readResources.js';
import { type LeftOut, type Obstacle, toRegistration } from './toRegistration.js';

export interface MirrorTotals {
  /** Resources that were read. */
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Passed over: the service was removed here. */
  removed: number;
  /** Passed over: somebody has registered the endpoint here. */
  taken: number;
  /** Passed over: the list had the resource before. */
  repeated: number;
  /** Could not be taken over. */
  leftOut: number;
  obstacles: Partial<Record<Obstacle, number>>;
  /** Whether it was asked to stop before the end of the list. */
  interrupted: boolean;
}

export interface MirrorSteps {
  store(registrations: readonly Registration[]): Promise<Mirrored>;
  onLeftOut(leftOut: LeftOut): void;
  /** After every page: resources so far, and how many there are as far as is known. */
  onProgress(read: number, total: number | undefined): void;
  /** Stops it between two pages. */
  signal: AbortSignal;
}

/** Takes over a list page by page. Returns what became of it, and the endpoints that it had. */
export async function runMirror(
  pages: AsyncIterable<ResourcePage>,
  { store, onLeftOut, onProgress, signal }: MirrorSteps,
): Promise<{ totals: MirrorTotals; listed: Set<string> }> {
  const totals: MirrorTotals = {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    taken: 0,
    repeated: 0,
    leftOut: 0,
    obstacles: {},
    interrupted: false,
  };
  const listed = new Set<string>();
  const taken = new Set<string>();

  function take(item: unknown): Registration[] {
    const mapped = toRegistration(item);
    if ('obstacle' in mapped) {
      totals.leftOut += 1;
      totals.obstacles[mapped.obstacle] = (totals.obstacles[mapped.obstacle] ?? 0) + 1;
      if (mapped.resource !== '') listed.add(mapped.resource);
      onLeftOut(mapped);
      return [];
    }
    const { endpoint } = mapped.registration;
    if (taken.has(endpoint)) {
      totals.repeated += 1;
      return [];
    }
    taken.add(endpoint);
    listed.add(endpoint);
    return [mapped.registration];
  }

  try {
    for await (const { items, total } of pages) {
      const { added, changed, unchanged, removed, taken: here } = await store(items.flatMap(take));
      totals.read += items.length;
      totals.added += added.length;
      totals.changed += changed.length;
      totals.unchanged += unchanged;
      totals.removed += removed;
      totals.taken += here;
      onProgress(totals.read, total);
      if (signal.aborted) return { totals: { ...totals, interrupted: true }, listed };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return { totals: { ...totals, interrupted: true }, listed };
  }
  return { totals, listed };
}
