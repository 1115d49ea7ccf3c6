import type { Dictionary } from '../data/dictionary.js';
import { englishKey, type Glossary } from '../data/glossary.js';
import type { Filler, ForeignWords } from '../data/wordLists.js';
import type { WordTable } from '../data/wordTable.js';
import { memoize } from '../memoize.js';
import { stemWord } from '../words/englishWords.js';
import { hiraganaOf } from '../words/romaji.js';

/** Returns the word that a misspelt one stands for, or the word itself if it is known or nothing is near. */
export type Respeller = (word: string) => string;

export interface SpellChecker {
  respell: Respeller;
  /** Whether a list of English words has it. */
  isWord(word: string): boolean;
  /** Whether it is common, or tasks are named or sold by it, also by two words in one. */
  isOrdinary(word: string): boolean;
}

/** Shorter words are too often names that only look like a mistake. */
const SHORTEST = 6;
/** The cost of checking a word grows with its length. */
const LONGEST = 16;
const latinWords = /(?<![\p{L}\p{N}.@/_-])[a-z]+(?![\p{L}\p{N}.@/_-])/gu;
/** How many words are remembered: each is corrected for the words and for the meaning of a query. */
const WORDS = 1_000;
/** Words that say less are common. */
const RARE = 0.98;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Creates a function that corrects one typing mistake in an English word. Only the words of the curated terms are
 * offered, because most unknown words are names.
 */
export function createSpellChecker(
  glossary: Glossary,
  dictionary: Dictionary,
  table: WordTable,
  foreign: ForeignWords,
  { drop }: Filler,
  sold: readonly string[],
): SpellChecker {
  const terms = glossary.terms.flatMap(({ english, related }) => [...english, ...related]);
  const offered = new Set(terms.flatMap((name) => name.split(/[ -]/)));
  const isWord = (word: string): boolean =>
    table.has(word) || drop.has(word) || foreign.has(word) || glossary.inEnglish(englishKey(word)).length > 0;
  // Made by the first query, because a process without queries does not need it. Two words that are sold are often
  // written as one, and terms of three letters are abbreviations.
  let ordinary: ReadonlySet<string> | undefined;
  const isOrdinary = (word: string): boolean => {
    ordinary ??= new Set([
      ...Array.from(new Set(sold.flatMap(wordsIn)), stemWord),
      ...[...sold, ...terms].flatMap(joinedNeighbours),
      ...terms.filter(({ length }) => length <= 3),
    ]);
    return table.weight(word) < RARE || ordinary.has(stemWord(word)) || ordinary.has(word);
  };
  const isRomaji = (word: string): boolean => {
    const kana = hiraganaOf(word);
    return kana !== undefined && dictionary.has(kana);
  };
  const respell = memoize(WORDS, (word) => {
    const { length } = word;
    if (length < SHORTEST || length > LONGEST || !/^[a-z]+$/.test(word) || isWord(word) || isRomaji(word)) return word;
    const near = oneMistakeAway(word).filter((candidate) => offered.has(candidate));
    return near.sort((a, b) => table.weight(a) - table.weight(b))[0] ?? word;
  });
  return { respell, isWord, isOrdinary };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z\d]+/g) ?? [];
const joinedNeighbours = (text: string): string[] =>
  wordsIn(text).flatMap((word, i, all) => (i > 0 ? `${all[i - 1]}${word}` : []));

/** Returns the words of a text that would be corrected. */
export const misspelt = (text: string, respell: Respeller): string[] =>
  (text.match(latinWords) ?? []).filter((word) => respell(word) !== word);

/** Returns a text with its misspelt words corrected. */
export function respellText(text: string, respell: Respeller): string {
  return text.replace(latinWords, respell);
}

/**
 * Returns the words in which one letter is added, left out or replaced, or two are swapped. The first letter stays,
 * because it is rarely wrong.
 */
function oneMistakeAway(word: string): string[] {
  return [...word].flatMap((_, at) => {
    const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    const swapped = before + after.slice(0, 1) + here + after.slice(1);
    const longer = letters.map((letter) => before + here + letter + after);
    return at === 0
      ? [swapped, ...longer]
      : [swapped, ...longer, before + after, ...letters.map((l) => before + l + after)];
  });
}
