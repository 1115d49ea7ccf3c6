const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]/u;

/**
 * The beginning of a query with at most so many Japanese characters, whole where it has fewer. Cutting Japanese into
 * words is most of the work for a query, and grows faster than its length; words between spaces cost next to nothing.
 */
export function queryStart(text: string, mostJapanese: number): string {
  // UTF-16 units are never fewer than characters.
  if (text.length <= mostJapanese) return text;
  let end = 0;
  let found = 0;
  for (const character of text) {
    if (japanese.test(character)) found += 1;
    if (found > mostJapanese) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
