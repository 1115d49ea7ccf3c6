import { tooManyRequests, unavailable } from './httpProblem.js';

/** Limits how much work runs at once, and how much waits. */
export interface LoadShedder {
  /**
   * Runs the work when its turn comes; rejects with 503 if it would wait too long, and with 429 if one of those who
   * share, such as its caller or its target, has too much work here already.
   */
  pass<T>(work: () => Promise<T>, ...sharers: string[]): Promise<T>;
}

export interface LoadShedderOptions {
  /** How many pieces of work run at once. */
  atOnce: number;
  /** How many pieces of work may wait. If none may, work is rejected at once. */
  maxQueued: number;
  /** How many pieces of work may be here for one sharer, so that the slow work of one leaves room for others. */
  maxShare?: number;
}

interface Waiting {
  since: number;
  enter: () => void;
  reject: (reason: Error) => void;
}

/** In overload, work waits at most this many times its average duration. */
const patience = 1;
/**
 * In overload the concurrency is reduced to this share: each piece of work is then faster, and the throughput the same.
 */
const overloadShare = 0.5;
/** Overload ends when nothing has been rejected for this many milliseconds. */
const calm = 1_000;
/** The weight of the latest piece of work in the moving average of the duration. */
const latestShare = 0.05;

/** When somebody who has too much work here may try again. */
const retrySeconds = 10;

const overloaded = () => unavailable('overloaded', 'The directory is overloaded right now. Try again.', 1);

/**
 * Runs at most `atOnce` pieces of work and queues up to `maxQueued` more, first in, first out. When the queue is full, the
 * shedder is in overload until nothing has been rejected for a second. In overload it runs half as many at once, takes
 * the newest from the queue first, and rejects work that has waited for longer than the average duration. So requests
 * are served soon or rejected soon. Overload does not end with an empty queue, since a queue that is empty for a moment
 * is full again in the next.
 */
export function createLoadShedder(
  { atOnce, maxQueued, maxShare = Number.POSITIVE_INFINITY }: LoadShedderOptions,
  now: () => number = () => performance.now(),
): LoadShedder {
  const queue: Waiting[] = [];
  const shares = new Map<string, number>();
  let inside = 0;
  let rejectedAt = Number.NEGATIVE_INFINITY;
  let usualMs = 0;

  function rejectOldest(): void {
    rejectedAt = now();
    queue.shift()?.reject(overloaded());
  }

  /** Rejects work that was queued before `since`, but never the newest, which is next. */
  function rejectLate(since: number): void {
    while (queue.length > 1 && (queue[0]?.since ?? since) < since) rejectOldest();
  }

  function turn(): Promise<void> {
    if (queue.length >= maxQueued) rejectOldest();
    return new Promise((enter, reject) => {
      queue.push({ since: now(), enter, reject });
    });
  }

  const isOverload = (): boolean => now() - rejectedAt <= calm;
  const room = (): number => (isOverload() ? atOnce * overloadShare : atOnce);

  function leave(entered: number): void {
    const left = now();
    const took = left - entered;
    usualMs = usualMs === 0 ? took : usualMs + latestShare * (took - usualMs);
    inside -= 1;
    if (isOverload()) rejectLate(left - patience * usualMs);
    while (queue.length > 0 && inside < room()) {
      inside += 1;
      const next = isOverload() ? queue.pop() : queue.shift();
      next?.enter();
    }
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (inside < room()) inside += 1;
    else if (maxQueued === 0) throw overloaded();
    else await turn();
    const entered = now();
    try {
      return await work();
    } finally {
      leave(entered);
    }
  }

  return {
    async pass(work, ...sharers) {
      if (sharers.some((sharer) => (shares.get(sharer) ?? 0) >= maxShare)) throw tooManyRequests(retrySeconds);
      for (const sharer of sharers) shares.set(sharer, (shares.get(sharer) ?? 0) + 1);
      try {
        return await run(work);
      } finally {
        for (const sharer of sharers) {
          const left = (shares.get(sharer) ?? 0) - 1;
          if (left > 0) shares.set(sharer, left);
          else shares.delete(sharer);
        }
      }
    },
  };
}
