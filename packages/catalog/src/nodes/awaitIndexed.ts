import { EventEmitter, once } from 'node:events';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { listen } from '../listen.js';
import { advancedChannel } from '../log/followers.js';
import { isAfter } from '../log/position.js';
import { lastEntryOf } from './nodeProgress.js';
import { cursorsInUse } from './rotation.js';

/** Listens for services that become searchable, on one connection for all waiting callers. */
export interface IndexedListener {
  /**
   * Resolves to true once every node in rotation has indexed the current state of the service and `onIndexed` was
   * called, or to false after `milliseconds` or at `signal`.
   */
  wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

const quietMs = 50;
const retryMs = 1_000;

/**
 * Listens until closed, and reconnects by itself. `onIndexed` is called when an index has changed: at once if a caller
 * is waiting or after a quiet period, otherwise at the end of that period.
 */
export function listenForIndexed(database: Database, onIndexed: () => void = () => {}): IndexedListener {
  const advances = new EventEmitter().setMaxListeners(0);
  // All waiting callers are woken together and share one query.
  const readCursors = coalesce(async (ids: readonly string[]) => {
    const cursors = await cursorsInUse(database);
    return ids.map(() => cursors);
  });
  let calledAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;

  function call(): void {
    clearTimeout(later);
    later = undefined;
    calledAt = performance.now();
    onIndexed();
  }

  const listener = listen(database, advancedChannel, () => {
    const left = advances.listenerCount('advanced') > 0 ? 0 : calledAt + quietMs - performance.now();
    if (left <= 0) call();
    else later ??= setTimeout(call, left);
    advances.emit('advanced');
  });

  return {
    async wait(id, milliseconds, signal) {
      const patience = AbortSignal.timeout(Math.ceil(milliseconds));
      // Without `AbortSignal.any`, which would leave a reference in a signal that lives as long as the process.
      const wake = () => advances.emit('advanced');
      signal?.addEventListener('abort', wake);
      try {
        await listener.ready();
        const target = await lastEntryOf(database, id);
        for (;;) {
          // Queried again even without a notification: a node may leave the rotation, and a notification may be lost.
          const notification = once(advances, 'advanced', {
            signal: AbortSignal.any([patience, AbortSignal.timeout(retryMs)]),
          }).catch(() => {});
          const cursors = target ? await readCursors(id) : [];
          if (!target || !cursors.some((cursor) => isAfter(target, cursor))) {
            // The notification may still be on its way.
            call();
            return true;
          }
          if (patience.aborted || signal?.aborted) return false;
          await notification;
        }
      } finally {
        signal?.removeEventListener('abort', wake);
      }
    },
    async close() {
      clearTimeout(later);
      await listener.close();
    },
  };
}
