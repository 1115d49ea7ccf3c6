import { unavailable } from './httpProblem.js';

/** Bounds how much is done at once and how much waits. */
export interface LoadShedder {
  /** Does the work when its turn comes; rejects with 503 instead when more waits than there is time for. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export interface LoadShedderOptions {
  /** Pieces of work that are done at once. */
  atOnce: number;
  /** Pieces of work that may wait. */
  inLine: number;
}

interface Waiting {
  since: number;
  enter: () => void;
  turnAway: (reason: Error) => void;
}

/** In overload nobody waits for longer than this many pieces of work usually take. */
const patience = 1;
/** In overload so much less is done at once: each piece takes less time then, and all together as long as before. */
const overloadShare = 0.5;
/** Milliseconds without anybody being turned away after which overload is over. */
const calm = 1_000;
/** How much the latest piece of work counts in what they usually take. */
const latestShare = 0.05;

const overloaded = () => unavailable('overloaded', 'More is being asked than can be answered right now. Try again.', 1);

/**
 * Runs at most `atOnce` pieces of work and queues up to `inLine` more, first in, first out. When the queue is full the
 * shedder is in overload, until nothing has been turned away for a second: it then runs half as many at once, takes the
 * newest from the queue first, and turns away whatever has waited for longer than a piece of work usually takes. So
 * requests are answered soon or refused soon. Overload does not end with an empty queue, since a queue that is empty
 * for a moment is full again in the next.
 */
export function createLoadShedder({ atOnce, inLine }: LoadShedderOptions): LoadShedder {
  const line: Waiting[] = [];
  let inside = 0;
  let turnedAwayAt = Number.NEGATIVE_INFINITY;
  let usualMs = 0;

  function turnAwayOldest(): void {
    turnedAwayAt = performance.now();
    line.shift()?.turnAway(overloaded());
  }

  /** Turns away whoever has waited since before then, but never the newest, who is next. */
  function turnAwayLate(since: number): void {
    while (line.length > 1 && (line[0]?.since ?? since) < since) turnAwayOldest();
  }

  function turn(): Promise<void> {
    if (line.length >= inLine) turnAwayOldest();
    return new Promise((enter, turnAway) => {
      line.push({ since: performance.now(), enter, turnAway });
    });
  }

  const isOverload = (now: number): boolean => now - turnedAwayAt <= calm;
  const room = (now: number): number => (isOverload(now) ? atOnce * overloadShare : atOnce);

  function leave(entered: number): void {
    const now = performance.now();
    const took = now - entered;
    usualMs = usualMs === 0 ? took : usualMs + latestShare * (took - usualMs);
    inside -= 1;
    if (isOverload(now)) turnAwayLate(now - patience * usualMs);
    while (line.length > 0 && inside < room(now)) {
      inside += 1;
      const next = isOverload(now) ? line.pop() : line.shift();
      next?.enter();
    }
  }

  return {
    async pass(work) {
      if (inside < room(performance.now())) inside += 1;
      else await turn();
      const entered = performance.now();
      try {
        return await work();
      } finally {
        leave(entered);
      }
    },
  };
}
