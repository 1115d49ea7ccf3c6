// Longer texts seldom repeat, and their results are large.
const LONGEST = 80;

/**
 * Returns the function with a cache of recent results, at least `most` of them and never more than twice as many. When
 * the fresh entries are full they become the old ones, and old entries that are not used until then are dropped.
 */
export function remembering<Answer>(most: number, answer: (text: string) => Answer): (text: string) => Answer {
  let fresh = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  return (text) => {
    const known = fresh.get(text);
    if (known !== undefined) return known;
    const found = old.get(text) ?? answer(text);
    if (text.length > LONGEST) return found;
    if (fresh.size >= most) {
      old = fresh;
      fresh = new Map();
    }
    fresh.set(text, found);
    return found;
  };
}
