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
import type { IndexJob } from '@shirube/contracts';
import { createBackoff } from '@shirube/domain';
import type { SparseReport } from '@shirube/service-kit';
import { createWakeUps, type WakeUpOptions } from './queue/wakeUps.js';
import { createBell } from './repeat.js';

export interface FollowOptions {
  database: Database;
  report: SparseReport;
  signal: AbortSignal;
  /** Processes the whole catalog: at the first start, and when the cursor is older than the log. */
  startOver: () => Promise<void>;
  /**
   * Called before the log is read: at the start, and after every failure. A failure is retried with back-off. The lease
   * is free meanwhile.
   */
  prepare?: (() => Promise<void>) | undefined;
  /** The queue whose jobs wake it. Without one it reads the log every second. */
  queue?: Omit<WakeUpOptions, 'onWake'> | undefined;
  /** Called for every job. */
  onJob?: ((job: IndexJob) => void) | undefined;
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
  lingerMs?: number | undefined;
  /** Called with the unconfirmed entries when the lease was lost. Another process may be ahead by now. */
  overtaken?: ((entries: readonly LogEntry[]) => Promise<void>) | undefined;
}

export interface Follower {
  /** Resolves when `prepare` has succeeded for the first time. */
  prepared: Promise<void>;
  /** Whether it has failed, and is not prepared again yet. */
  isFailing(): boolean;
  /** Has it stop, and prepare again. */
  fail(error: unknown): void;
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
 * Follows the log from the cursor `name` until `signal`. `handle` processes entries: the cursor moves past them once it
 * resolves, and after a rejection they are handed over again. Only the holder of the lease works. The other processes
 * are spares, and one of them takes over within seconds when the holder dies.
 */
export function follow(
  name: string,
  handle: (entries: readonly LogEntry[]) => Promise<void>,
  {
    database,
    report,
    signal,
    startOver,
    prepare = async () => {},
    queue,
    onJob,
    pageSize = 500,
    pipelined = false,
    lingerMs = lookEvery,
    overtaken,
  }: FollowOptions,
): Follower {
  const lease = { follower: name, holder: randomUUID() };
  const bell = createBell(signal);
  const backoff = createBackoff();
  let closing: Promise<unknown> = Promise.resolve();
  let announcePrepared = () => {};
  const prepared = new Promise<void>((resolve) => {
    announcePrepared = resolve;
  });
  let state: LeaseState = 'lost';
  const isLost = () => state === 'lost';
  /** Why it must stop and prepare again. */
  let failure: { error: unknown } | undefined;
  let isFailing = false;

  const note = (error: unknown) => {
    failure ??= { error };
  };
  const succeeded = () => {
    backoff.reset();
    report.recovered();
  };

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
    succeeded();
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
      if (failure) throw failure.error;
      if (!page) {
        await confirmLast();
        read = await begin();
      } else if (before && !page.isFull) {
        await confirmLast();
      } else if (page.entries.length === 0) {
        succeeded();
        isBusy &&= page.isWaiting;
        await bell.wait(page.isWaiting ? lookAgain : lookEvery);
      } else {
        const handled = { page, done: handle(page.entries) };
        underWay.add(handled);
        // Its confirmation rejects. Until then no other page may be handed over.
        handled.done.catch(note);
        await confirmLast();
        before = handled;
        read = page.position;
        if (pipelined && page.isFull) continue;
        await confirmLast();
        if (isBusy && !page.isFull) await delay(lingerMs, undefined, { signal }).catch(() => {});
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
    // Only the lease holder takes jobs: a spare that took them would leave the holder asleep.
    const wakeUps =
      queue &&
      createWakeUps({
        ...queue,
        onWake(job) {
          onJob?.(job);
          bell.ring();
        },
      });
    try {
      await workOff(cursor, isStarted, underWay);
    } finally {
      // Not awaited here: a queue that is down must not delay the release of the lease.
      closing = Promise.all([closing, wakeUps?.close()]);
      await Promise.allSettled([...underWay].map(({ done }) => done));
      clearInterval(renewal);
      if (isLost()) await overtaken?.([...underWay].flatMap(({ page }) => page.entries));
      else await releaseLease(database, lease);
    }
  }

  async function run(): Promise<void> {
    let isPrepared = false;
    while (!signal.aborted) {
      try {
        if (!isPrepared) await prepare();
        isPrepared = true;
        isFailing = false;
        announcePrepared();
        const acquired = await acquireLease(database, lease);
        if (acquired) await hold(acquired.cursor, acquired.isStarted);
        else {
          succeeded();
          await bell.wait(lookEvery);
        }
        if (failure) throw failure.error;
      } catch (error) {
        if (signal.aborted) break;
        isPrepared = false;
        isFailing = true;
        report.failed(error);
        await delay(backoff.next(), undefined, { signal }).catch(() => {});
        failure = undefined;
      }
    }
    await closing;
  }

  return {
    prepared,
    isFailing: () => isFailing,
    fail(error) {
      note(error);
      bell.ring();
    },
    ended: run(),
  };
}
