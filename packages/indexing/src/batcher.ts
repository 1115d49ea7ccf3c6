/** Gathers single ids into batches, so that an engine that pays per task is paid seldom. */
export interface Batcher {
  /** Resolves when a batch with this id is done, and rejects when it failed. An id that waits already is not added twice. */
  take(id: string): Promise<void>;
  /** Runs a batch soon even if no id waits: there is something to do that nobody has named. */
  poke(): void;
  /** Runs what was gathered and resolves when nothing is under way. */
  settle(): Promise<void>;
}

export interface BatcherOptions {
  run: (ids: readonly string[]) => Promise<void>;
  size: number;
  /** How long ids gather at least for a batch that is not full. */
  gatherMilliseconds: number;
  /** Full batches under way at once; while so many are, ids gather for the next. */
  inFlight: number;
}

/** Milliseconds for which an engine that has just worked is left alone at the most. */
const longestRest = 1_000;

interface Waiting {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

function newWaiting(): Waiting {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/**
 * A full batch, or one that was poked for, starts as soon as there is room for it. One that is not full waits for those
 * under way, and then, when others have come meanwhile, for as long as the last one took, since a few large batches cost
 * an engine less than many small ones. What comes alone starts at once.
 */
export function createBatcher({ run, size, gatherMilliseconds, inFlight }: BatcherOptions): Batcher {
  const waiting = new Map<string, Waiting>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let poked = false;
  let restUntil = 0;

  function takeBatch(): Map<string, Waiting> {
    const batch = new Map([...waiting].slice(0, size));
    for (const id of batch.keys()) waiting.delete(id);
    return batch;
  }

  async function runBatch(batch: Map<string, Waiting>): Promise<void> {
    const started = performance.now();
    try {
      await run([...batch.keys()]);
      for (const { resolve } of batch.values()) resolve();
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      const ended = performance.now();
      restUntil = waiting.size > 0 ? ended + Math.min(ended - started, longestRest) : 0;
    }
  }

  function start(): void {
    poked = false;
    clearTimeout(timer);
    timer = undefined;
    const batch = runBatch(takeBatch());
    running.add(batch);
    void batch.then(() => {
      running.delete(batch);
      next();
    });
  }

  /** Starts what may start now, and sees to it that the rest does later. */
  function next(): void {
    while ((poked || waiting.size >= size) && running.size < inFlight) start();
    if (timer || waiting.size === 0 || running.size > 0) return;
    const rest = Math.max(gatherMilliseconds, restUntil - performance.now());
    timer = setTimeout(start, rest);
  }

  return {
    take(id) {
      const known = waiting.get(id);
      if (known) return known.promise;
      const added = newWaiting();
      waiting.set(id, added);
      next();
      return added.promise;
    },
    poke() {
      poked = true;
      next();
    },
    async settle() {
      while (running.size > 0 || waiting.size > 0) {
        while (waiting.size > 0 && running.size < inFlight) start();
        await Promise.race(running);
      }
    },
  };
}
