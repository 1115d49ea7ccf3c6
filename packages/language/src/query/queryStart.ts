const japanese = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆';
const units = new RegExp(`[${japanese}]|(?:(?![${japanese}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** The maximum length of a query. */
const LONGEST = 500;

/**
 * Normalises a query to one form with single spaces, without letting it grow to many times its length (ﷺ expands to 18
 * characters).
 */
export function plainQuery(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return plain.slice(0, Math.max(LONGEST, text.length));
}

/**
 * Returns the beginning of a query with at most that many Japanese characters and words of other scripts. Each of them
 * may be a word, and reading words is most of the work for a query.
 */
export function queryStart(text: string, most: number): string {
  // There are never fewer UTF-16 units than characters.
  if (text.length <= most) return text;
  let found = 0;
  for (const { index } of text.matchAll(units)) {
    found += 1;
    if (found > most) return text.slice(0, index);
  }
  return text;
}
