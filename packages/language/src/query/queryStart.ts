const japanese = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆';
const units = new RegExp(`[${japanese}]|(?:(?![${japanese}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** As long as a query may be. */
const LONGEST = 500;

/** A query as it is read: in one form, with single spaces, and not unfolded to many times its length (ﷺ stands for 18). */
export function plainQuery(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return plain.slice(0, Math.max(LONGEST, text.length));
}

/**
 * The beginning of a query with at most so many Japanese characters and words of other scripts, whole where it has fewer.
 * Each of them may be a word, and reading words is most of the work for a query.
 */
export function queryStart(text: string, most: number): string {
  // UTF-16 units are never fewer than characters.
  if (text.length <= most) return text;
  let found = 0;
  for (const { index } of text.matchAll(units)) {
    found += 1;
    if (found > most) return text.slice(0, index);
  }
  return text;
}
