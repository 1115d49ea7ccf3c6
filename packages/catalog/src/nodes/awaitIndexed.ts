import { EventEmitter, once } from 'node:events';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { listen } from '../listen.js';
import { advancedChannel } from '../log/followers.js';
import { isBehind } from '../log/position.js';
import { lastEntryOf } from './nodeProgress.js';
import { cursorsInUse } from './rotation.js';

/** Hears of services that become searchable, on one connection for all who wait. */
export interface IndexedListener {
  /**
   * Resolves to true once every node in rotation has the service as it is now, to false when one has not after
   * `milliseconds` or by `signal`.
   */
  wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

const quietMs = 50;
const askAgainMs = 1_000;

/**
 * Listens for as long as it is open, and connects again by itself. `onIndexed` is called when an index has changed: at
 * once while somebody waits or after a quiet moment, and else at the end of it.
 */
export function listenForIndexed(database: Database, onIndexed: () => void = () => {}): IndexedListener {
  const advances = new EventEmitter().setMaxListeners(0);
  // Those who wait are woken together, and ask together.
  const readCursors = coalesce(async (asked: readonly string[]) => {
    const cursors = await cursorsInUse(database);
    return asked.map(() => cursors);
  });
  let calledAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;

  function call(): void {
    clearTimeout(later);
    later = undefined;
    calledAt = performance.now();
    onIndexed();
  }

  const listener = listen(database, advancedChannel, (follower) => {
    if (!follower.startsWith('search:')) return;
    const left = advances.listenerCount('advanced') > 0 ? 0 : calledAt + quietMs - performance.now();
    if (left <= 0) call();
    else later ??= setTimeout(call, left);
    advances.emit('advanced');
  });

  return {
    async wait(id, milliseconds, signal) {
      const patience = AbortSignal.timeout(Math.ceil(milliseconds));
      const ended = signal ? AbortSignal.any([signal, patience]) : patience;
      await listener.ready();
      const target = await lastEntryOf(database, id);
      for (;;) {
        // Asked again even if nothing is heard: a node may leave the rotation, and an announcement may be lost.
        const heard = once(advances, 'advanced', {
          signal: AbortSignal.any([ended, AbortSignal.timeout(askAgainMs)]),
        }).catch(() => {});
        const cursors = target ? await readCursors(id) : [];
        if (!target || !cursors.some((cursor) => isBehind(target, cursor))) return true;
        if (ended.aborted) return false;
        await heard;
      }
    },
    async close() {
      clearTimeout(later);
      await listener.close();
    },
  };
}
