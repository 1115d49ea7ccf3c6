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
  gatherMilliseconds: number;
  /** Batches under way at once; while so many are, ids gather for the next. */
  inFlight: number;
}

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

export function createBatcher({ run, size, gatherMilliseconds, inFlight }: BatcherOptions): Batcher {
  const waiting = new Map<string, Waiting>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let poked = false;

  function takeBatch(): Map<string, Waiting> {
    const batch = new Map([...waiting].slice(0, size));
    for (const id of batch.keys()) waiting.delete(id);
    return batch;
  }

  async function runBatch(batch: Map<string, Waiting>): Promise<void> {
    try {
      await run([...batch.keys()]);
      for (const { resolve } of batch.values()) resolve();
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    while ((waiting.size > 0 || poked) && running.size < inFlight) {
      poked = false;
      const batch = runBatch(takeBatch());
      running.add(batch);
      void batch.then(() => {
        running.delete(batch);
        flush();
      });
    }
  }

  return {
    take(id) {
      const known = waiting.get(id);
      if (known) return known.promise;
      const added = newWaiting();
      waiting.set(id, added);
      if (waiting.size >= size) flush();
      else timer ??= setTimeout(flush, gatherMilliseconds);
      return added.promise;
    },
    poke() {
      poked = true;
      flush();
    },
    async settle() {
      flush();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
