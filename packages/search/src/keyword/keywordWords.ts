import { hasJapanese, type Language, splitNormalized, splitWords, type TextWord } from '@shirube/language';

/** Folds katakana to hiragana as Meilisearch does: ツキ and つき are the same word. */
export function foldKatakana(word: string): string {
  return word.replace(/[\u30a1-\u30f6]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60));
}

/**
 * Returns the words of a query in order: the simple split, with Japanese runs split further into words and compounds
 * into their parts, without particles. A run of particles alone is kept.
 */
export function queryWords(language: Language, text: string): string[] {
  return splitWords(text).flatMap((run) => {
    if (!/[\p{L}\p{N}]/u.test(run)) return [];
    if (!hasJapanese(run)) return [run];
    const words = language.words(run).flatMap(({ word, parts }) => (parts.length > 0 ? parts : [word]));
    return words.length > 0 ? words : [run];
  });
}

/**
 * Returns the words under which a text is found: the simple split, plus Japanese words, as written and in dictionary
 * form, with the parts of compounds, and the pieces of words written together (OpenWeatherMap, open-meteo).
 */
export function foundWords(text: string, words: readonly TextWord[]): string[] {
  return [...splitWords(text).filter((run) => !hasJapanese(run)), ...hiddenWords(words)];
}

/** Returns the words of a text that a split at spaces and punctuation does not find. */
function hiddenWords(words: readonly TextWord[]): string[] {
  const hidden: string[] = [];
  for (const { word, surface, kind, parts } of words) {
    if (kind === 'ascii' && parts.length === 0) continue;
    hidden.push(word);
    if (surface !== word && kind !== 'ascii') hidden.push(surface);
    hidden.push(...parts);
  }
  return hidden;
}

/** Returns text for an engine that splits words itself: the normalised text, then the words that it would not find. */
export function searchText(plain: string, words: readonly TextWord[]): string {
  const hidden = new Set(hiddenWords(words));
  if (hidden.size === 0) return plain;
  for (const visible of splitNormalized(plain)) hidden.delete(visible);
  return [plain, ...hidden].join(' ');
}
