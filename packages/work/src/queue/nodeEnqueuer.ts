import { createSparseReport } from '@shirube/service-kit';
import type { QueueOptions } from './connection.js';
import { createEnqueuer, type Enqueuer } from './enqueuer.js';

/** Announces changed services to the indexers of every search node. */
export type NodeEnqueuer = Pick<Enqueuer, 'enqueue' | 'close'>;

const lookAgainMilliseconds = 3_000;

/**
 * Sends to the queue of each node. `nodes` is called every few seconds to list them. A change that a node misses before
 * it is listed, or while `nodes` fails, reaches its indexer through the log.
 */
export function createNodeEnqueuer(
  options: Omit<QueueOptions, 'node'>,
  nodes: () => Promise<readonly string[]>,
): NodeEnqueuer {
  const report = options.report ?? createSparseReport(options.log, 'the index queue');
  const open = (node: string) => createEnqueuer({ ...options, report, node });
  const enqueuers = new Map<string, Enqueuer>();
  const closing = new Set<Promise<void>>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let known = look();

  function keep(names: readonly string[]): void {
    for (const node of names) if (!enqueuers.has(node)) enqueuers.set(node, open(node));
    for (const [node, enqueuer] of enqueuers) {
      if (names.includes(node)) continue;
      enqueuers.delete(node);
      const end = enqueuer.close().finally(() => closing.delete(end));
      closing.add(end);
    }
  }

  async function look(): Promise<void> {
    // If the list fails, the known nodes are still served.
    const names = await nodes().catch(() => undefined);
    if (closed) return;
    if (names) keep(names);
    timer = setTimeout(() => {
      known = look();
    }, lookAgainMilliseconds);
    timer.unref();
  }

  const send = (ids: string | readonly string[]) => {
    for (const { enqueue } of enqueuers.values()) enqueue(ids);
  };

  return {
    enqueue(ids) {
      if (closed) return;
      if (enqueuers.size > 0) send(ids);
      else void known.then(() => send(ids));
    },
    async close() {
      // Changes that were announced before the nodes were known are sent once they are.
      await known;
      closed = true;
      clearTimeout(timer);
      keep([]);
      await Promise.all(closing);
    },
  };
}
