import { isDeepStrictEqual } from 'node:util';

/**
 * Reads pages beside the answer that holds all of them, until that answer is the same before and after the pages: the
 * ranking follows the word counts of the catalog, which may be renewed between two requests. Each answer is requested
 * with another limit, so that none comes from a cache.
 */
export async function beside<Whole, Pages>(
  readWhole: (limit: number) => Promise<Whole>,
  readPages: () => Promise<Pages>,
): Promise<{ whole: Whole; pages: Pages }> {
  for (let limit = 100; ; limit -= 2) {
    const whole = await readWhole(limit);
    const pages = await readPages();
    if (isDeepStrictEqual(whole, await readWhole(limit - 1))) return { whole, pages };
  }
}
