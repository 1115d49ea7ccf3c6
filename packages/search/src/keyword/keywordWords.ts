import { hasJapanese, type Language, normalize, splitWords } from '@shirube/language';

/**
 * The words of a query in order: the simple split, with Japanese runs cut further into words and compounds into
 * their parts, particles left out. A run of particles alone stays as it is.
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
 * The words under which a text is found: the simple split, and besides Japanese words, as written and in dictionary
 * form, with the parts of compounds, and the pieces of words written together (OpenWeatherMap, open-meteo).
 */
export function textWords(language: Language, text: string): string[] {
  return [...splitWords(text).filter((run) => !hasJapanese(run)), ...hiddenWords(language, text)];
}

/** Those words of a text that cutting it at spaces and punctuation does not show. */
export function hiddenWords(language: Language, text: string): string[] {
  return language.words(text).flatMap(({ word, surface, kind, parts }) => {
    if (kind !== 'ascii') return word === surface ? [word, ...parts] : [word, surface, ...parts];
    return parts.length > 0 ? [word, ...parts] : [];
  });
}

/** Text for an engine that cuts words itself: the text, then the words that it would not find. */
export function searchText(language: Language, text: string): string {
  const plain = normalize(text);
  const hidden = new Set(hiddenWords(language, text));
  if (hidden.size === 0) return plain;
  for (const shown of splitWords(plain)) hidden.delete(shown);
  return [plain, ...hidden].join(' ');
}
