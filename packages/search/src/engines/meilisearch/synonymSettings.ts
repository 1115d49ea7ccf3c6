import { hasJapanese, type Language } from '@shirube/language';
import type { Synonyms } from 'meilisearch';
import { queryWords } from '../../keyword/keywordWords.js';

/** Meilisearch looks synonyms up for up to three words of a query together. */
const longestKey = 3;

/**
 * The synonyms as Meilisearch matches them. It cuts keys into words without knowing their language, and takes kanji
 * alone for Chinese, so that a key such as 翻訳 never matches; a middle dot behind it, which is no word, shows that it
 * is Japanese. Words are separated by spaces as they are in queries.
 */
export function synonymSettings(language: Language): Synonyms {
  const settings: Record<string, string[]> = {};
  for (const { term, synonyms } of language.keywordSynonyms()) {
    const words = queryWords(language, term);
    if (words.length === 0 || words.length > longestKey) continue;
    const text = words.join(' ');
    const key = hasJapanese(text) ? `${text}・` : text;
    settings[key] = synonyms.map((synonym) => queryWords(language, synonym).join(' '));
  }
  return settings;
}
