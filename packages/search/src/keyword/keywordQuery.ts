import { type Language, plainQuery, queryStart } from '@shirube/language';
import { queryWords } from './keywordWords.js';
import { synonymWords } from './synonymWords.js';

/** A phrase that may stand in place of `span` words of the query from word `from` on. */
export interface QuerySynonym {
  from: number;
  span: number;
  phrase: string[];
}

export interface KeywordQuery {
  words: string[];
  synonyms: QuerySynonym[];
}

/** Words of a query that count; Meilisearch ignores the rest, so both engines do. */
export const maxQueryWords = 10;
/** Ten words take no more. */
const mostRead = 80;
const longestSynonym = 3;

/** The words of a query that count, in order. */
export function keywordWords(language: Language, text: string): string[] {
  return queryWords(language, queryStart(plainQuery(text), mostRead)).slice(0, maxQueryWords);
}

/**
 * Reads keyword queries, each word in the form `fold` gives it. The first one prepares the synonyms: that is a fifth of
 * the work of a start, which a process that is never asked need not do.
 */
export function createKeywordReader(
  language: Language,
  fold: (word: string) => string,
): (text: string) => KeywordQuery {
  const read = (text: string) => queryWords(language, text).map(fold);
  let phrases: Map<string, string[][]> | undefined;
  return (text) => {
    phrases ??= synonymPhrases(language, read);
    const words = keywordWords(language, text).map(fold);
    const synonyms: QuerySynonym[] = [];
    for (let from = 0; from < words.length; from += 1) {
      for (let span = 1; span <= longestSynonym && from + span <= words.length; span += 1) {
        const key = words.slice(from, from + span).join(' ');
        for (const phrase of phrases.get(key) ?? []) synonyms.push({ from, span, phrase });
      }
    }
    return { words, synonyms };
  };
}

/** The synonyms of every term under its words, as `read` reads both. */
function synonymPhrases(language: Language, read: (text: string) => string[]): Map<string, string[][]> {
  const phrases = new Map<string, string[][]>();
  for (const { term, synonyms } of synonymWords(language, read)) {
    const key = term.join(' ');
    const known = phrases.get(key) ?? [];
    known.push(...synonyms);
    phrases.set(key, known);
  }
  return phrases;
}
