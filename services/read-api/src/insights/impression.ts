import type { Language } from '@shirube/language';
import { idOf, keywordWords, type ServiceJson } from '@shirube/search';

/** A kind of query: its task and one of its words; '' for no task, and for all queries of the task. */
export interface QueryKind {
  task: string;
  word: string;
  key: string;
}

/** What an answer shows: results of a search, or the detail of one service. */
export interface Impression {
  /** Ids joined by commas, best result first: slices of the results would keep all of their text in memory. */
  services: string;
  /** The number of results before them. */
  offset: number;
  /** Returns the kinds of the query; absent for a detail. */
  kinds?: () => readonly QueryKind[];
}

/** As many as a page shows: it reads more, to sort them. */
const mostShown = 20;
const mostWords = 8;
const longestWord = 32;
/** More than articles, pronouns and prepositions have. */
const leastWeight = 0.5;
/** Addresses of people and pages, whose parts are no words. */
const addresses = /\S*(?:@|:\/\/|www\.)\S*/giu;
const number = /\p{N}{3}|^\P{L}*$/u;

/** Returns the words of a keyword search without common ones. */
export const keywordContent = (language: Language, text: string): string[] =>
  keywordWords(language, text).filter((word) => language.wordWeight(word) >= leastWeight);

interface QueryParts {
  text: string;
  words: () => readonly string[];
  offset?: number;
  task?: string | undefined;
}

/** Returns the kinds of a query, of words without numbers and addresses. */
function kindsOf({ text, words, task = '' }: QueryParts): QueryKind[] {
  const hidden = text.match(addresses)?.join(' ').toLowerCase() ?? '';
  const content = words().filter(
    (word) => word !== '' && word.length <= longestWord && !number.test(word) && !hidden.includes(word.toLowerCase()),
  );
  return ['', ...new Set(content.slice(0, mostWords))].map((word) => ({ task, word, key: `${task} ${word}` }));
}

/** Describes a page of results for what is counted when it is sent. */
export function resultsOf(found: readonly { service: ServiceJson }[], query: QueryParts): Impression[] {
  const services = found.slice(0, mostShown).map(({ service }) => idOf(service));
  return [{ services: services.join(), offset: query.offset ?? 0, kinds: () => kindsOf(query) }];
}

/** Describes the detail of a service. */
export const detailOf = (id: string): Impression[] => [{ services: id.toLowerCase(), offset: 0 }];
