import { EventEmitter, once } from 'node:events';
import { type Database, listen } from '@shirube/catalog';
import type { Check } from '@shirube/contracts';
import { declaredOf } from './observedCheck.js';

/** The Postgres channel that announces every recorded check, by the id of its service. */
export const checkedChannel = 'shirube_checked';

/** Returns the latest check of a service since a time; undefined if there is none. */
export async function findCheckSince(
  database: Pick<Database, 'query'>,
  id: string,
  since: Date,
): Promise<Check | undefined> {
  const { rows } = await database.query<{ found: Check }>(
    `select json_strip_nulls(json_build_object('checkedAt', iso_time(checked_at), 'verdict', verdict, 'detail', detail,
        'method', method, 'httpStatus', http_status, 'durationMs', duration_ms, 'declared', ${declaredOf},
        'observed', observed)) as found
      from checks where service_id = $1 and checked_at >= $2 and not simulated order by checked_at desc limit 1`,
    [id, since],
  );
  return rows[0]?.found;
}

/** Listens for recorded checks, on one connection for all waiting callers. */
export interface CheckListener {
  /**
   * Resolves to the check of a service since a time, once it is recorded; to undefined after the timeout or at
   * `signal`.
   */
  wait(id: string, since: Date, milliseconds: number, signal?: AbortSignal): Promise<Check | undefined>;
  close(): Promise<void>;
}

const askAgainMs = 1_000;

/** Listens until closed, and reconnects by itself. */
export function listenForChecks(database: Database): CheckListener {
  const announcements = new EventEmitter().setMaxListeners(0);
  const listener = listen(database, checkedChannel, (id) => announcements.emit(id));
  return {
    async wait(id, since, milliseconds, signal) {
      const end = performance.now() + milliseconds;
      // Without `AbortSignal.any`, which would leave a reference in a signal that lives as long as the process.
      const wake = () => announcements.emit(id);
      signal?.addEventListener('abort', wake);
      try {
        await listener.ready();
        for (;;) {
          // The timeout must be an integer.
          const left = Math.ceil(Math.min(askAgainMs, end - performance.now()));
          const patience = AbortSignal.timeout(Math.max(0, left));
          const notification = once(announcements, id, { signal: patience }).catch(() => {});
          const check = await findCheckSince(database, id, since);
          if (check) return check;
          if (performance.now() >= end || signal?.aborted) return undefined;
          await notification;
        }
      } finally {
        signal?.removeEventListener('abort', wake);
      }
    },
    close: () => listener.close(),
  };
}
