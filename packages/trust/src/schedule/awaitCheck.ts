import { EventEmitter, once } from 'node:events';
import { type Database, listen } from '@shirube/catalog';
import type { Check, PaymentTerms, Verdict } from '@shirube/contracts';
import { declaredOf } from './seenCheck.js';
import { checkedChannel } from './settleCheck.js';

interface CheckRow {
  checked_at: Date;
  verdict: Verdict;
  detail: string | null;
  method: string | null;
  http_status: number | null;
  duration_ms: number | null;
  declared: PaymentTerms;
  observed: PaymentTerms;
}

/** The last check of a service since a moment, or undefined. */
export async function findCheckSince(
  database: Pick<Database, 'query'>,
  id: string,
  since: Date,
): Promise<Check | undefined> {
  const { rows } = await database.query<CheckRow>(
    `select checked_at, verdict, detail, method, http_status, duration_ms, ${declaredOf} as declared, observed
      from checks where service_id = $1 and checked_at >= $2 and not simulated order by checked_at desc limit 1`,
    [id, since],
  );
  const [row] = rows;
  return (
    row && {
      checkedAt: row.checked_at.toISOString(),
      verdict: row.verdict,
      ...(row.detail === null ? {} : { detail: row.detail }),
      ...(row.method === null ? {} : { method: row.method }),
      ...(row.http_status === null ? {} : { httpStatus: row.http_status }),
      ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
      declared: row.declared,
      observed: row.observed,
    }
  );
}

/** Hears of checks, on one connection for all who wait. */
export interface CheckListener {
  /** The check of a service since a moment, once it is recorded; undefined when none is after so long, or by `signal`. */
  wait(id: string, since: Date, milliseconds: number, signal?: AbortSignal): Promise<Check | undefined>;
  close(): Promise<void>;
}

const askAgainMs = 1_000;

/** Listens for as long as it is open, and connects again by itself. */
export function listenForChecks(database: Database): CheckListener {
  const announcements = new EventEmitter().setMaxListeners(0);
  const listener = listen(database, checkedChannel, (id) => announcements.emit(id));
  return {
    async wait(id, since, milliseconds, signal) {
      const end = performance.now() + milliseconds;
      await listener.ready();
      for (;;) {
        // A whole number: no other is taken.
        const left = Math.ceil(Math.min(askAgainMs, end - performance.now()));
        const patience = AbortSignal.timeout(Math.max(0, left));
        const heard = once(announcements, id, {
          signal: signal ? AbortSignal.any([signal, patience]) : patience,
        }).catch(() => {});
        const check = await findCheckSince(database, id, since);
        if (check) return check;
        if (performance.now() >= end || signal?.aborted) return undefined;
        await heard;
      }
    },
    close: () => listener.close(),
  };
}
