import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  acquireLease,
  advance,
  type Database,
  findLogEnd,
  type LeaseState,
  type LogEntry,
  type LogPage,
  type Position,
  readLog,
  releaseLease,
  renewLease,
} from '@shirube/catalog';
import type { SparseReport } from '@shirube/service-kit';
import { createBell, repeat } from './repeat.js';

/** A consumer of the log. */
export interface LogConsumer {
  /** The name of its cursor. */
  name: string;
  /** Processes entries. The cursor moves past them once this resolves; after a rejection they are handed over again. */
  handle: (entries: readonly LogEntry[]) => Promise<void>;
  /** Processes the whole catalog: at the first start, and when the cursor is older than the log. */
  startOver: () => Promise<void>;
  /** The maximum number of entries per call of `handle`. */
  pageSize?: number | undefined;
  /**
   * Whether a full page may be handed over while the previous one is still being handled. Pages are handed over and
   * confirmed in order.
   */
  pipelined?: boolean | undefined;
  /**
   * How long it collects entries under load, in milliseconds: when there are new entries at once after a page that was
   * not full. A second by default.
   */
  collectMs?: number | undefined;
  /** Called with the unconfirmed entries when the lease was lost. Another process may be ahead by now. */
  overtaken?: ((entries: readonly LogEntry[]) => Promise<void>) | undefined;
  /** Called when this process gets the lease of the follower, and when it loses it. */
  onHolding?: ((isHolding: boolean) => void) | undefined;
}

export interface FollowOptions {
  database: Database;
  report: SparseReport;
  signal: AbortSignal;
}

export interface Following {
  /** Has the log read at once. A lost wake-up costs a second, but never an entry. */
  wake(): void;
  /** Resolves after `signal`, when all work in progress has ended. */
  ended: Promise<void>;
}

const lookEvery = 1_000;
/** The polling interval while an entry waits for an older transaction. */
const lookAgain = 20;
const renewEvery = 1_000;

interface Handled {
  page: LogPage;
  done: Promise<void>;
}

/**
 * Follows the log from the consumer's cursor until `signal`. Only the lease holder works. The other processes are
 * spares, and one of them takes over within seconds when the holder dies.
 */
export function followLog(
  {
    name,
    handle,
    startOver,
    pageSize = 500,
    pipelined = false,
    collectMs = lookEvery,
    overtaken,
    onHolding,
  }: LogConsumer,
  { database, report, signal }: FollowOptions,
): Following {
  const lease = { follower: name, holder: randomUUID() };
  const bell = createBell(signal);
  let state: LeaseState = 'lost';
  const isLost = () => state === 'lost';

  /** Processes the catalog instead of the log. */
  async function begin(): Promise<Position> {
    const end = await findLogEnd(database);
    await startOver();
    state = await advance(database, lease, end);
    return end;
  }

  async function confirm({ page, done }: Handled): Promise<void> {
    await done;
    state = await advance(database, lease, page.position);
    report.recovered();
  }

  /** Hands over log entries for as long as this process holds the lease and nobody else wants it. */
  async function workOff(cursor: Position, isStarted: boolean, underWay: Set<Handled>): Promise<void> {
    let read = isStarted ? cursor : await begin();
    let before: Handled | undefined;
    let isBusy = false;
    const confirmLast = async () => {
      const last = before;
      before = undefined;
      if (!last) return;
      await confirm(last);
      if (!isLost()) underWay.delete(last);
    };
    while (!signal.aborted && state === 'held') {
      const page = await readLog(database, read, pageSize);
      if (!page) {
        await confirmLast();
        read = await begin();
      } else if (before && !page.isFull) {
        await confirmLast();
      } else if (page.entries.length === 0) {
        report.recovered();
        isBusy &&= page.isWaiting;
        await bell.wait(page.isWaiting ? lookAgain : lookEvery);
      } else {
        const handled = { page, done: handle(page.entries) };
        underWay.add(handled);
        // It is awaited when it is confirmed; until then a failure must not be unhandled.
        handled.done.catch(() => {});
        await confirmLast();
        before = handled;
        read = page.position;
        if (pipelined && page.isFull) continue;
        await confirmLast();
        if (isBusy && !page.isFull) await delay(collectMs, undefined, { signal }).catch(() => {});
        isBusy = !page.isFull;
      }
    }
    await confirmLast();
  }

  async function hold(cursor: Position, isStarted: boolean): Promise<void> {
    const underWay = new Set<Handled>();
    state = 'held';
    const renewal = setInterval(() => {
      renewLease(database, lease).then(
        (renewed) => {
          if (renewed === 'held') return;
          state = renewed;
          bell.ring();
        },
        () => {},
      );
    }, renewEvery);
    onHolding?.(true);
    try {
      await workOff(cursor, isStarted, underWay);
    } finally {
      await Promise.allSettled([...underWay].map(({ done }) => done));
      clearInterval(renewal);
      onHolding?.(false);
      if (isLost()) await overtaken?.([...underWay].flatMap(({ page }) => page.entries));
      else await releaseLease(database, lease);
    }
  }

  /** Works for as long as it holds the lease. Returns true if it held it and may take it again at once. */
  async function work(): Promise<boolean> {
    const acquired = await acquireLease(database, lease);
    if (acquired) await hold(acquired.cursor, acquired.isStarted);
    return acquired !== undefined;
  }

  const { wake, ended } = repeat({ work, every: lookEvery, report, signal });
  return {
    wake() {
      bell.ring();
      wake();
    },
    ended,
  };
}
