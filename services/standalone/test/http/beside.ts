import { isDeepStrictEqual } from 'node:util';
import { until } from '@shirube/testing';

const mostSpaces = 400;

/**
 * Reads the pages of an intent beside the answer that holds all of them, until that answer is the same four times: twice
 * before the pages and twice after them. The ranking follows the word counts of the catalog, which a reader renews now
 * and then. Each request ends with another number of spaces, so that none is answered from a cache.
 */
export async function beside<Whole, Pages>(
  query: string,
  readWhole: (query: string) => Promise<Whole>,
  readPages: (query: string) => Promise<Pages>,
): Promise<{ whole: Whole; pages: Pages }> {
  let requests = 0;
  const spaced = () => query + ' '.repeat(++requests % mostSpaces);
  const readTwice = async () => [await readWhole(spaced()), await readWhole(spaced())] as const;
  return until(
    async () => {
      const [whole, second] = await readTwice();
      const pages = await readPages(spaced());
      const others = [second, ...(await readTwice())];
      return others.every((other) => isDeepStrictEqual(other, whole)) ? { whole, pages } : undefined;
    },
    { message: 'the ranking goes on changing' },
  );
}
