import { LRUCache } from 'lru-cache';

/** Categories are few, each with many services. */
const most = 1_000;

/** The function with its latest answers kept: for texts that come again and again, such as those of categories. */
export function remembered<Answer extends NonNullable<unknown>>(
  answer: (text: string) => Answer,
): (text: string) => Answer {
  const known = new LRUCache<string, Answer>({ max: most, memoMethod: (text) => answer(text) });
  return (text) => known.memo(text);
}
