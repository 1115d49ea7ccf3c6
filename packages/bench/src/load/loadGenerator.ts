import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadCommand, LoadPlan, LoadRequest, LoadResult } from './loadJob.js';

/** Sends load from a separate process, so that the measurement does not slow down what it measures. */
export interface LoadGenerator {
  /** Passes a set of requests to the load process and returns the name of the set. */
  keep(requests: LoadRequest[]): Promise<string>;
  /** Sends the requests of a set in order, continuing where the last run of the set ended. */
  run(set: string, plan: LoadPlan): Promise<LoadResult>;
  close(): void;
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('loadProcess.js', import.meta.url)));
  let sets = 0;
  const gone = once(child, 'exit').then(() => {
    throw new Error('the load process has ended');
  });
  gone.catch(() => {});

  async function ask(command: LoadCommand): Promise<LoadResult> {
    child.send(command);
    const [answer] = await Promise.race([once(child, 'message'), gone]);
    return answer;
  }

  return {
    async keep(requests) {
      sets += 1;
      const set = `set ${sets}`;
      await ask({ kind: 'keep', set, requests });
      return set;
    },
    run: (set, plan) => ask({ kind: 'run', set, ...plan }),
    close: () => {
      child.disconnect();
    },
  };
}
