import { unavailable } from './httpProblem.js';

/** Bounds how much is done at once and how much waits. */
export interface Turnstile {
  /** Does the work when its turn comes; rejects with 503 instead when more waits than there is time for. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export interface TurnstileOptions {
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
const patience = 2;
/** How much the latest piece of work counts in what they usually take. */
const latestShare = 0.05;

const overloaded = () =>
  unavailable('overloaded', 'More is being asked than can be answered right now. Try again.', 1);

/**
 * Who comes first is served first, for as long as there is room for all who wait. Once the line has been full it is
 * overload: then the newest is served first, and who has waited for long is turned away, so that what is answered is
 * answered soon, and what is not is told so soon. It ends when nobody waits.
 */
export function createTurnstile({ atOnce, inLine }: TurnstileOptions): Turnstile {
  const line: Waiting[] = [];
  let inside = 0;
  let overload = false;
  let usualMs = 0;

  function turnAwayOldest(): void {
    line.shift()?.turnAway(overloaded());
  }

  function turn(): Promise<void> {
    if (line.length >= inLine) {
      overload = true;
      turnAwayOldest();
    }
    return new Promise((enter, turnAway) => {
      line.push({ since: performance.now(), enter, turnAway });
    });
  }

  function next(now: number): Waiting | undefined {
    if (!overload) return line.shift();
    const newest = line.pop();
    while ((line[0]?.since ?? now) < now - patience * usualMs) turnAwayOldest();
    overload = line.length > 0;
    return newest;
  }

  function leave(entered: number): void {
    const now = performance.now();
    const took = now - entered;
    usualMs = usualMs === 0 ? took : usualMs + latestShare * (took - usualMs);
    const waiting = next(now);
    if (waiting) waiting.enter();
    else inside -= 1;
  }

  return {
    async pass(work) {
      if (inside < atOnce) inside += 1;
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
