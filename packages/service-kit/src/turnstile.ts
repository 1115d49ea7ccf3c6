import { unavailable } from './httpProblem.js';

/** Bounds how much is done at once and how much waits. */
export interface Turnstile {
  /** Does the work when its turn comes; rejects with 503 instead when more waits than there is room for. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export interface TurnstileOptions {
  /** Pieces of work that are done at once. */
  atOnce: number;
  /** Pieces of work that may wait. */
  inLine: number;
}

interface Waiting {
  enter: () => void;
  turnAway: (reason: Error) => void;
}

const overloaded = () =>
  unavailable('overloaded', 'More is being asked than can be answered right now. Try again.', 1);

/**
 * Who comes first is served first, for as long as there is room for all who wait. Once the line has been full it is
 * overload: then the newest is served first and the oldest turned away, so that what is answered is answered soon,
 * and what is not is told so soon.
 */
export function createTurnstile({ atOnce, inLine }: TurnstileOptions): Turnstile {
  const line: Waiting[] = [];
  let inside = 0;
  let newestFirst = false;

  function turn(): Promise<void> {
    return new Promise((enter, turnAway) => {
      if (line.length >= inLine) {
        newestFirst = true;
        line.shift()?.turnAway(overloaded());
      }
      line.push({ enter, turnAway });
    });
  }

  function leave(): void {
    const next = newestFirst ? line.pop() : line.shift();
    if (line.length === 0) newestFirst = false;
    if (next) next.enter();
    else inside -= 1;
  }

  return {
    async pass(work) {
      if (inside < atOnce) inside += 1;
      else await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
