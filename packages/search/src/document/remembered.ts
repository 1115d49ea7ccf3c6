import { LRUCache } from 'lru-cache';

/** There are few categories, each with many services. */
const most = 1_000;

/** Returns the function with its latest results cached, for texts that repeat, such as those of categories. */
export function remembered<Answer extends NonNullable<unknown>>(
  answer: (text: string) => Answer,
): (text: string) => Answer {
  const known = new LRUCache<string, Answer>({ max: most, memoMethod: (text) => answer(text) });
  return (text) => known.memo(text);
}
