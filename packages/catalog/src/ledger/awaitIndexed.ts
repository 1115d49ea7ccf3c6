import { EventEmitter } from 'node:events';
import type { Database } from '../database.js';
import { listen } from '../listen.js';
import { lagSeconds, nodesWithLag, noticeSeconds, unseenSeconds } from '../nodes/rotation.js';
import { indexedChannel } from './settle.js';

/** Hears of services that become searchable, on one connection for all who wait: nobody polls. */
export interface IndexedListener {
  /**
   * Resolves to true once every node in rotation has the service, to false when one has not after `milliseconds` or by
   * `signal`.
   */
  wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

const quietMs = 50;
const askAgainMs = 1_000;

/**
 * Listens for as long as it is open, and connects again by itself. `onIndexed` is called at once for each service that
 * is awaited; for the others at once after a quiet moment, and else at the end of it.
 */
export function listenForIndexed(database: Database, onIndexed: () => void = () => {}): IndexedListener {
  const announcements = new EventEmitter().setMaxListeners(0);
  let calledAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;

  function call(): void {
    clearTimeout(later);
    later = undefined;
    calledAt = performance.now();
    onIndexed();
  }

  function callSoon(): void {
    const left = calledAt + quietMs - performance.now();
    if (left <= 0) call();
    else later ??= setTimeout(call, left);
  }

  const listener = listen(database, indexedChannel, (payload) => {
    if (!payload) return callSoon();
    call();
    announcements.emit(payload);
  });

  /**
   * Whether a node that readers may use lacks the service. One that has left the rotation a moment ago may still be
   * asked by a reader that has not noticed; where none is in rotation, any may be asked.
   */
  async function isPending(id: string): Promise<boolean> {
    const { rowCount } = await database.query({
      name: 'await-indexed',
      text: `
        with nodes as (${nodesWithLag}), used as (
          select name from (
            select *, min(lag) filter (where state = 'serving') over () as least from nodes
          ) as compared
          where (state = 'serving' or state in ('behind', 'draining')
              and state_since > clock_timestamp() - make_interval(secs => $2))
            and seen_at > clock_timestamp() - make_interval(secs => $3)
            and lag <= $4 + coalesce(least, lag)
        )
        update pending_index set awaited = true
        where service_id = $1 and (node in (select name from used) or not exists (select from used))`,
      values: [id, noticeSeconds, unseenSeconds + noticeSeconds, lagSeconds + noticeSeconds],
    });
    return (rowCount ?? 0) > 0;
  }

  return {
    async wait(id, milliseconds, signal) {
      const end = performance.now() + milliseconds;
      let wake = () => {};
      const hear = () => wake();
      announcements.on(id, hear);
      signal?.addEventListener('abort', hear);
      try {
        await listener.ready();
        for (;;) {
          const told = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (!(await isPending(id))) return true;
          const left = end - performance.now();
          if (left <= 0 || signal?.aborted) return false;
          // Asked again even if nothing is heard: a node may leave the rotation, and an announcement may be lost.
          const timer = setTimeout(wake, Math.min(left, askAgainMs));
          await told;
          clearTimeout(timer);
        }
      } finally {
        announcements.off(id, hear);
        signal?.removeEventListener('abort', hear);
      }
    },
    async close() {
      clearTimeout(later);
      await listener.close();
    },
  };
}
