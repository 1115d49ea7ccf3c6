import { setTimeout as delay } from 'node:timers/promises';
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch';
import { DocumentsRefused, SearchUnavailable } from '../../errors.js';

interface Outstanding {
  task: EnqueuedTask;
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const [shortestPause, longestPause] = [8, 100];
/** When to ask first, as a share of the time that tasks have taken lately; and how much later to ask again. */
const [firstShare, againShare] = [0.7, 0.08];
/** After a load that made tasks slow, single ones are soon expected to be quick again. */
const longestUsual = 120;
const tasksPerPoll = 200;
/** Milliseconds of unanswered polls after which the outcome of every task counts as unknown. */
const patience = 15_000;

/** Waits for tasks of Meilisearch, all of them with one poll at a time however many there are. */
export function createTaskFollower(client: Meilisearch) {
  const outstanding = new Map<number, Outstanding>();
  let polling = false;
  let closed = false;
  /** How long tasks have taken lately, in milliseconds. */
  let usual = longestPause;

  /** Until about the time at which the oldest task will be done; then short, and longer the longer it takes. */
  function pause(): number {
    const [oldest] = outstanding.values();
    const elapsed = performance.now() - (oldest?.since ?? 0);
    const wait = Math.max(firstShare * usual - elapsed, againShare * elapsed);
    return Math.min(longestPause, Math.max(shortestPause, wait));
  }

  async function poll(): Promise<void> {
    let unansweredSince: number | undefined;
    while (outstanding.size > 0) {
      await delay(pause());
      const uids = [...outstanding.keys()].slice(0, tasksPerPoll);
      try {
        const { results } = await client.tasks.getTasks({ uids, limit: uids.length });
        unansweredSince = undefined;
        settle(uids, new Map(results.map((task) => [task.uid, task])));
      } catch (error) {
        unansweredSince ??= performance.now();
        if (closed || performance.now() - unansweredSince > patience) {
          giveUp(new SearchUnavailable('Meilisearch does not tell what became of its tasks', { cause: error }));
        }
      }
    }
    polling = false;
  }

  function settle(uids: number[], tasks: ReadonlyMap<number, Task>): void {
    for (const uid of uids) {
      const waiting = outstanding.get(uid);
      const task = tasks.get(uid);
      if (!waiting || task?.status === 'enqueued' || task?.status === 'processing') continue;
      outstanding.delete(uid);
      usual = Math.min(longestUsual, (usual + performance.now() - waiting.since) / 2);
      const fault = outcomeFault(waiting.task, task);
      if (fault) waiting.reject(fault);
      else waiting.resolve();
    }
  }

  function giveUp(error: SearchUnavailable): void {
    for (const { reject } of outstanding.values()) reject(error);
    outstanding.clear();
  }

  return {
    outstanding: (): number => outstanding.size,
    /** Resolves when the task has succeeded; rejects with DocumentsRefused when it failed because of what it carried. */
    follow(task: EnqueuedTask): Promise<void> {
      return new Promise((resolve, reject) => {
        outstanding.set(task.taskUid, { task, since: performance.now(), resolve, reject });
        if (polling) return;
        polling = true;
        void poll();
      });
    },
    close(): void {
      closed = true;
      giveUp(new SearchUnavailable('the index was closed before Meilisearch had finished'));
    },
  };
}
export type TaskFollower = ReturnType<typeof createTaskFollower>;

function outcomeFault(sent: EnqueuedTask, task: Task | undefined): Error | undefined {
  // A Meilisearch that lost its data counts its tasks anew: the number alone does not tell that it is our task.
  if (!task || Date.parse(task.enqueuedAt) !== Date.parse(sent.enqueuedAt)) {
    return new SearchUnavailable(`Meilisearch has lost task ${sent.taskUid}`);
  }
  if (task.status === 'succeeded') return undefined;
  if (task.status === 'canceled') return new SearchUnavailable(`task ${task.uid} was cancelled`);
  const reason = task.error?.message ?? 'no reason given';
  return task.error?.type === 'invalid_request' && task.error.code !== 'index_not_found'
    ? new DocumentsRefused(reason)
    : new SearchUnavailable(`task ${task.uid} failed: ${reason}`);
}
