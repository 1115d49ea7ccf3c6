import { setTimeout as delay } from 'node:timers/promises';
import type { SearchIndex } from '@shirube/search';
import type { OutageGate } from './outageGate.js';

const everyMilliseconds = 3_000;

/** Notices until `signal` that the index is gone, also while nothing is written that would need it. */
export async function watchIndex(
  index: SearchIndex,
  { gate, signal }: { gate: OutageGate; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await delay(everyMilliseconds, undefined, { signal }).catch(() => {});
    if (gate.isOpen() && !signal.aborted) await index.check().catch(gate.failed);
  }
}
