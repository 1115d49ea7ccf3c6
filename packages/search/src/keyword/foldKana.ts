/** Katakana as hiragana, as Meilisearch does: ツキ and つき are the same word. */
export function foldKana(word: string): string {
  return word.replace(/[\u30a1-\u30f6]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60));
}
