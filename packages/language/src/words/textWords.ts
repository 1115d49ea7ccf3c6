import type { Dictionary } from '../data/dictionary.js';
import type { Filler, ForeignWords } from '../data/wordLists.js';
import { wordTerms } from '../documentTerms.js';
import { memoize } from '../memoize.js';
import { createClauseReader } from './clauseWords.js';
import { englishRuns, englishWord, withoutAccents } from './englishWords.js';
import type { Segmenter } from './segmenter.js';
import type { FoundWord, TextWord } from './textWord.js';

// A clause and its words take about a kilobyte, an English word a third of that.
const CLAUSES = 1_500;
const ENGLISH_WORDS = 5_000;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]/u;
// No word crosses these.
const clauses = /[^、。]+/g;

/**
 * Creates a reader for the content words of texts. Recent clauses and words are cached, because catalogs repeat
 * themselves.
 */
export function createWordReader(
  segment: Segmenter,
  dictionary: Dictionary,
  foreign: ForeignWords,
  filler: Filler,
): (text: string) => TextWord[] {
  const complete = (found: FoundWord): TextWord => {
    const english =
      found.kind === 'ascii'
        ? (foreign.get(withoutAccents(found.word)) ?? asWritten(found))
        : inEnglish(found, dictionary);
    return { ...found, english, terms: wordTerms(found, english, filler) };
  };
  const findWords = createClauseReader(segment, dictionary.has, filler);
  const readClause = memoize(CLAUSES, (clause) => findWords(clause).map(complete));
  const readEnglish = memoize(ENGLISH_WORDS, (run) => complete(englishWord(run)));
  return (text) => {
    const plain = text.normalize('NFKC');
    if (!unspaced.test(plain)) return englishRuns(plain).map(readEnglish);
    return (plain.match(clauses) ?? []).flatMap(readClause);
  };
}

function asWritten({ word, parts }: FoundWord): readonly string[] {
  return parts.length > 0 ? parts : [word];
}

function inEnglish({ word, parts }: FoundWord, { has, glosses }: Dictionary): readonly string[] {
  return (has(word) ? [word] : parts).flatMap((source) => glosses(source)[0]?.words ?? []);
}
