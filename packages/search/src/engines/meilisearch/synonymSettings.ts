import { hasJapanese, type Language } from '@shirube/language';
import type { Synonyms } from 'meilisearch';
import { queryWords } from '../../keyword/keywordWords.js';
import { synonymWords } from '../../keyword/synonymWords.js';

/** Meilisearch looks synonyms up for up to three words of a query together. */
const longestKey = 3;

/**
 * The synonyms as Meilisearch matches them. It cuts keys into words without knowing their language, and takes kanji
 * alone for Chinese, so that a key such as 翻訳 never matches; a middle dot behind it, which is no word, shows that it
 * is Japanese. Words are separated by spaces as they are in queries.
 */
export function synonymSettings(language: Language): Synonyms {
  const settings: Record<string, string[]> = {};
  for (const { term, synonyms } of synonymWords(language, (text) => queryWords(language, text))) {
    if (term.length === 0 || term.length > longestKey) continue;
    const text = term.join(' ');
    const key = hasJapanese(text) ? `${text}・` : text;
    settings[key] = synonyms.map((words) => words.join(' '));
  }
  return settings;
}
