import { isDatabaseUnavailable } from './database.js';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Two, so that one statement is put together while the other is worked off. */
const statementsAtOnce = 2;
const mostInStatement = 100;

/**
 * Lets what is asked of the database at the same moment go into one statement: `answer` gives a result for every item,
 * in their order. Who is alone goes at once; those who come while the database is busy go together when it is not.
 */
export function together<Item, Result>(
  answer: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let scheduled = false;

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await answer(batch.map(({ item }) => item));
      for (const [i, result] of results.entries()) batch[i]?.resolve(result);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      // The fault of one is not that of the others.
      else await Promise.all(batch.map((one) => run([one])));
    }
  }

  function runWaiting(): void {
    scheduled = false;
    while (waiting.length > 0 && underWay < statementsAtOnce) {
      underWay += 1;
      void run(waiting.splice(0, mostInStatement)).finally(() => {
        underWay -= 1;
        runWaiting();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!scheduled) setImmediate(runWaiting);
      scheduled = true;
    });
}
