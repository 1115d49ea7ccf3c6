import { addresses } from './constraints/tokens.js';
import { loadData } from './data/languageData.js';
import type { NearTask } from './data/meanings.js';
import { textVector, wordsVector } from './data/vectors.js';
import type { Neighbour } from './data/wordTable.js';
import { documentTerms } from './documentTerms.js';
import { type KeywordSynonym, keywordSynonyms } from './keywordSynonyms.js';
import { analyzeWords } from './query/groups.js';
import type { Group, QueryAnalysis } from './query/queryAnalysis.js';
import { plainQuery } from './query/queryStart.js';
import { misspelt, type Respeller, respellText } from './query/respell.js';
import { structureWords } from './query/structures.js';
import { queryLanguage } from './words/script.js';
import type { DocumentTerm, TextWord } from './words/textWord.js';

/** Everything that needs the language data. Pure and synchronous, and never throws, whatever the input. */
export interface Language {
  /** Distinguishes the data from that of another version. */
  version: string;
  /** Analyses what a query asks for, in either language. Words that are `known` are not corrected. */
  analyzeQuery(text: string, known?: ReadonlySet<string>): QueryAnalysis;
  /** Returns the words of a query that look misspelt. */
  misspelt(text: string): string[];
  /** Whether a list of English words has it. */
  isWord(word: string): boolean;
  /** Whether every word of a text says what is wanted, so that it names nobody. */
  isOrdinary(text: string): boolean;
  /**
   * Returns the words of a text in order, for keyword search. Japanese words are in dictionary form, with the parts of
   * compounds.
   */
  words(text: string): TextWord[];
  /** Returns the terms under which a text with these words is indexed. */
  documentTerms(words: readonly TextWord[]): DocumentTerm[];
  /**
   * Returns the vector of a text with these words: 128 numbers of length 1. Undefined if the table knows none of them.
   */
  textVector(words: readonly TextWord[]): Float32Array | undefined;
  /** Returns the vector of a query, from the groups of its analysis. */
  queryVector(analysis: QueryAnalysis): Float32Array | undefined;
  /**
   * Returns the vector of a text as a whole, based on what users and sellers say about tasks: 128 numbers of length 1.
   */
  meaning(text: string): Float32Array | undefined;
  /** Returns the vector of a text by which its tasks are told: 128 numbers of length 1. */
  subject(text: string): Float32Array | undefined;
  /**
   * Returns which way a text points between tasks and their opposites: 32 numbers of length 0 to 1. Those of texts that
   * point opposite ways are opposite.
   */
  way(text: string): Float32Array;
  /** Returns the tasks that a text of this subject is about, most likely first. */
  tasks(subject: Float32Array): NearTask[];
  /** Returns the numbers of the cells of the space of meanings nearest to a unit vector, nearest first. */
  nearestCells(vector: Float32Array, count: number): number[];
  /** Returns English words of similar meaning with another stem, nearest first, with a cosine above 0.4. */
  neighbours(word: string): Neighbour[];
  /** How much an English word says, 0–1: near 1 for rare words, near 0 for "the", 1 for an unknown word. */
  wordWeight(word: string): number;
  /** Returns Japanese and English names of the same thing, in both directions, for keyword search. */
  keywordSynonyms(): readonly KeywordSynonym[];
}

let loaded: Promise<Language> | undefined;

/** Returns the language data, which is loaded once per process and shared. */
export function loadLanguage(): Promise<Language> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Marks the group as one that no answer may hold. */
const refuse = (group: Group): Group => ({ ...group, weight: 0, negated: true });

async function load(): Promise<Language> {
  const data = await loadData();
  const { readWords, readConstraints, readStructures, filler, table, nearestCells, meanings, version } = data;
  let synonyms: readonly KeywordSynonym[] | undefined;
  return {
    version,
    isWord: data.isWord,
    isOrdinary: (text) =>
      readWords(text).every(({ kind, english }) =>
        kind === 'ascii' ? english.every(data.isOrdinary) : english.length > 0,
      ),
    misspelt: (text) => misspelt(plainQuery(text), data.respell),
    analyzeQuery: (text, known) => {
      const respell: Respeller = (word) => (known?.has(word) ? word : data.respell(word));
      const { groups: structured, rest: unstructured } = readStructures(plainQuery(text));
      const { constraints, refused, doubted, unneeded, notUnderstood, rest, naming } = readConstraints(unstructured);
      const isConstrained = Object.keys(constraints).length > 0 || refused.length > 0;
      const refusedAddresses = refused.flatMap((phrase) => phrase.match(addresses) ?? []);
      const structures = structured.filter(({ token }) => !refusedAddresses.includes(token));
      const plain = rest.replace(addresses, (address) => (address.includes('://') ? ' ' : address));
      const wanted = analyzeWords(plain, { ...data, respell }, { isConstrained, unneeded });
      const read = (phrases: string[]) =>
        phrases.map((phrase) => analyzeWords(phrase, data)).filter(({ tokens }) => tokens.length > 0);
      const unwanted = read(refused.filter((phrase) => phrase.search(addresses) < 0));
      const doubtful = read(doubted);
      const refusals = [...unwanted, ...doubtful].flatMap(({ groups }) => groups.map(refuse));
      return {
        language: queryLanguage(text),
        naming,
        wanted: respellText(plain, respell),
        tokens: [...wanted.tokens, ...structures.map(({ token }) => token)],
        groups: [...wanted.groups, ...structures, ...refusals],
        vectorWords: [...wanted.vectorWords, ...structures.flatMap((group) => structureWords(group, table))],
        refused: unwanted.map(({ tokens }) => tokens),
        refusedAddresses,
        doubted: doubtful.map(({ tokens }) => tokens),
        constraints,
        unneeded,
        notUnderstood: [...notUnderstood, ...doubted, ...unneeded],
      };
    },
    words: readWords,
    documentTerms,
    textVector: (words) => textVector(words, filler, table),
    queryVector: ({ vectorWords }) => wordsVector(vectorWords, table),
    meaning: meanings.vector,
    subject: meanings.subject,
    way: meanings.way,
    tasks: meanings.tasks,
    nearestCells,
    neighbours: table.neighbours,
    wordWeight: table.weight,
    keywordSynonyms: () => {
      synonyms ??= keywordSynonyms(data);
      return synonyms;
    },
  };
}

/** Sentences that state every kind of constraint. */
const firstSentences = [
  'the cheapest verified weather API on Base under 0.01 USDC, not crypto',
  'Base以外で0.05ドル以下の検証済みの天気API',
];

/**
 * Warms up the analysis of queries. The regular expressions are compiled on first use, and again on the second, which
 * takes half a second in all. No client should wait for that.
 */
export function readFirstSentences({ analyzeQuery, isOrdinary }: Language): void {
  isOrdinary('weather');
  for (const text of [...firstSentences, ...firstSentences]) analyzeQuery(text);
}
