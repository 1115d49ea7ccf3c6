/** Longer texts seldom repeat, and their results are large. */
const usualLongest = 80;

/**
 * Returns the function with a cache of recent results, at least `most` of them and never more than twice as many, for
 * texts that are not longer than `longest`. When the fresh entries are full they become the old ones, and old entries
 * that are not used until then are dropped. A hit costs two thirds of one in an LRU cache.
 */
export function memoize<Result>(
  most: number,
  compute: (text: string) => Result,
  longest = usualLongest,
): (text: string) => Result {
  let fresh = new Map<string, Result>();
  let old = new Map<string, Result>();
  return (text) => {
    const known = fresh.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? compute(text);
    if (text.length > longest) return result;
    if (fresh.size >= most) {
      old = fresh;
      fresh = new Map();
    }
    fresh.set(text, result);
    return result;
  };
}
