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
/** When to poll first, as a share of the recent duration of tasks, and how much later to poll again. */
const [firstShare, againShare] = [0.7, 0.08];
/** An upper limit: after a load that made tasks slow, single tasks are soon fast again. */
const longestUsual = 120;
const tasksPerPoll = 200;
/** Milliseconds of failed polls after which the outcome of every task counts as unknown. */
const patience = 15_000;

/** Waits for tasks of Meilisearch. A single poll at a time covers all of them. */
export function createTaskWatcher(client: Meilisearch) {
  const outstanding = new Map<number, Outstanding>();
  let polling = false;
  let closed = false;
  /** The recent duration of tasks in milliseconds. */
  let usual = longestPause;

  /**
   * Returns the time until the oldest task is expected to be done. After that pauses are short, and grow the longer it
   * takes.
   */
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
        finishTasks(uids, new Map(results.map((task) => [task.uid, task])));
      } catch (error) {
        unansweredSince ??= performance.now();
        if (closed || performance.now() - unansweredSince > patience) {
          giveUp(new SearchUnavailable('Meilisearch does not report the outcome of its tasks', { cause: error }));
        }
      }
    }
    polling = false;
  }

  function finishTasks(uids: number[], tasks: ReadonlyMap<number, Task>): void {
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
    /** Resolves when the task has succeeded. Rejects with DocumentsRefused if it failed because of its documents. */
    waitFor(task: EnqueuedTask): Promise<void> {
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
export type TaskWatcher = ReturnType<typeof createTaskWatcher>;

function outcomeFault(sent: EnqueuedTask, task: Task | undefined): Error | undefined {
  // A Meilisearch that lost its data restarts its task numbers, so the number alone does not identify our task.
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
