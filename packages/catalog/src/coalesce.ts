import DataLoader from 'dataloader';
import { isDatabaseUnavailable } from './database.js';

/** Two, so that one statement is collected while the other runs. */
const statementsAtOnce = 2;
const mostInStatement = 100;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Coalesces concurrent queries into one statement. `answer` returns a result for every item, in the same order. A
 * single item is queried at once; items that arrive while the database is busy form the next statement.
 */
export function coalesce<Item, Result>(
  answer: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function runNext(): void {
    if (underWay < statementsAtOnce) waiting.shift()?.();
  }

  async function answerAll(items: readonly Item[]): Promise<readonly (Result | Error)[]> {
    underWay += 1;
    try {
      return await answer(items);
    } catch (error) {
      if (items.length === 1 || isDatabaseUnavailable(error)) throw error;
      // A fault in one item must not fail the others.
      const outcomes = await Promise.allSettled(items.map((item) => answer([item])));
      return outcomes.flatMap<Result | Error>((one) =>
        one.status === 'fulfilled' ? one.value : [asError(one.reason)],
      );
    } finally {
      underWay -= 1;
      runNext();
    }
  }

  const loader = new DataLoader<Item, Result>(answerAll, {
    cache: false,
    maxBatchSize: mostInStatement,
    batchScheduleFn(run) {
      waiting.push(run);
      setImmediate(runNext);
    },
  });
  return (item) => loader.load(item);
}
