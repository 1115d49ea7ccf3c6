import { type Language, memoize, plainQuery, queryStart } from '@shirube/language';
import { foldKatakana, queryWords } from './keywordWords.js';

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
 * Creates a reader for keyword queries, whose words are folded. The first query prepares the synonyms: that is a fifth of
 * the work of a start, which a process without queries need not do.
 */
export function createKeywordReader(language: Language): (text: string) => KeywordQuery {
  return (text) => {
    const phrases = synonymPhrases(language);
    const words = keywordWords(language, text).map(foldKatakana);
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

const phrasesOf = new WeakMap<Language, Map<string, string[][]>>();

/** Returns the folded synonyms of every term by its words. */
function synonymPhrases(language: Language): Map<string, string[][]> {
  const prepared = phrasesOf.get(language);
  if (prepared) return prepared;
  const phrases = new Map<string, string[][]>();
  phrasesOf.set(language, phrases);
  for (const { term, synonyms } of synonymWords(language)) {
    const key = term.map(foldKatakana).join(' ');
    const known = phrases.get(key) ?? [];
    for (const words of synonyms) known.push(words.map(foldKatakana));
    phrases.set(key, known);
  }
  return phrases;
}

/** Returns the words of every term and of its synonyms. Terms are synonyms of others, so each is split only once. */
export function synonymWords(language: Language): { term: string[]; synonyms: string[][] }[] {
  const words = memoize(Number.POSITIVE_INFINITY, (text) => queryWords(language, text));
  return language.keywordSynonyms().map(({ term, synonyms }) => ({ term: words(term), synonyms: synonyms.map(words) }));
}
