import { type Language, plainQuery, queryStart } from '@shirube/language';
import { queryWords } from './keywordWords.js';
import { synonymWords } from './synonymWords.js';

/** A phrase that can replace `span` words of the query from word `from` on. */
export interface QuerySynonym {
  from: number;
  span: number;
  phrase: string[];
}

export interface KeywordQuery {
  words: string[];
  synonyms: QuerySynonym[];
}

/** The number of words of a query that count. Meilisearch ignores the rest, so both engines do. */
export const maxQueryWords = 10;
/** Enough for ten words. */
const mostRead = 80;
const longestSynonym = 3;

/** Returns the words of a query that count, in order. */
export function keywordWords(language: Language, text: string): string[] {
  return queryWords(language, queryStart(plainQuery(text), mostRead)).slice(0, maxQueryWords);
}

/**
 * Creates a reader for keyword queries, which folds each word with `fold`. The first query prepares the synonyms: that
 * is a fifth of the work of a start, which a process without queries need not do.
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

/** Returns the synonyms of every term by its words, both split by `read`. */
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
