// What is longer seldom comes again, and its answer is large.
const LONGEST = 80;

/**
 * The function with the answers kept that were asked for lately, at least `most` of them and never more than twice as
 * many: when the fresh ones are full they become the old ones, and what is not asked for until the next time is forgotten.
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
