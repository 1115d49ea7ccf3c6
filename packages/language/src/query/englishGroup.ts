import { englishKey } from '../data/glossary.js';
import type { LanguageData } from '../data/languageData.js';
import type { Gloss } from '../data/lexicon.js';
import { stemWord } from '../words/englishWords.js';
import { hiraganaOf } from '../words/romaji.js';
import type { TextWord } from '../words/textWord.js';
import type { Alternative } from './queryAnalysis.js';

/** How well each kind of alternative represents the word. */
const weights = { part: 0.6, synonym: 0.7, related: 0.45, kind: 0.6, romaji: 0.8, foreign: 0.9 };

/**
 * Returns the alternatives of an English word: its stem, its pieces, and the curated terms for it or for its phrase.
 */
export function englishAlternatives(
  { word, parts, english }: TextWord,
  phrase: string | undefined,
  data: LanguageData,
): Alternative[] {
  const { filler, glossary } = data;
  const found = new Map<string, Alternative>();
  const add = (alternative: Alternative) => {
    const before = found.get(alternative.term);
    if (!before || before.weight < alternative.weight) found.set(alternative.term, alternative);
  };
  const addPhrase = (name: string, weight: number) => {
    const words = name.split(/[ -]/).filter((one) => !filler.drop.has(one) && !filler.generic.has(one));
    for (const one of words) {
      add({
        term: stemWord(one),
        surface: one,
        weight: words.length > 1 ? weight * weights.part : weight,
        source: 'synonym',
      });
    }
  };
  const stem = stemWord(word);
  add({ term: stem, surface: word, weight: 1, source: stem === word ? 'as-is' : 'stem' });
  for (const part of parts) {
    if (!filler.drop.has(part)) add({ term: stemWord(part), surface: part, weight: weights.part, source: 'part' });
  }
  for (const one of english) {
    if (one !== word && !parts.includes(one))
      add({
        term: stemWord(one),
        surface: one,
        weight: weights.foreign / Math.sqrt(english.length),
        source: 'translation',
      });
  }
  for (const key of phrase ? [phrase, stem] : [stem]) {
    for (const concept of glossary.inEnglish(key)) {
      const direct = englishKey(concept.english[0] ?? '') === key ? 1 : 0.85;
      for (const name of concept.related) addPhrase(name, concept.isComplete ? weights.related * direct : weights.kind);
      // The other names on a line are the same thing only in the list of terms.
      if (!concept.isComplete) continue;
      for (const [i, name] of concept.english.entries()) addPhrase(name, weights.synonym * direct * 0.95 ** i);
      for (const name of concept.japanese) {
        add({ term: name, surface: name, weight: weights.synonym * direct, source: 'translation' });
      }
    }
  }
  for (const { words, weight } of spelledInRomaji(word, data)) {
    for (const one of words)
      add({ term: stemWord(one), surface: one, weight: weights.romaji * weight, source: 'translation' });
  }
  return [...found.values()];
}

/** Returns translations of a word that is not English but spells a Japanese one (tenki). */
function spelledInRomaji(word: string, { table, dictionary }: LanguageData): Gloss[] {
  const kana = table.has(word) ? undefined : hiraganaOf(word);
  return kana === undefined ? [] : dictionary.glosses(kana).slice(0, 2);
}

const LONGEST_PHRASE = 4;

/**
 * Returns the key of the phrase for the position of each English word in a curated phrase (text message, sign in).
 * Filler may occur between the words (book me a table).
 */
export function curatedPhrases(words: readonly TextWord[], { glossary, filler }: LanguageData): Map<number, string> {
  const found = new Map<number, string>();
  const offer = (places: readonly number[]): boolean => {
    const key = places.map((at) => stemWord(words[at]?.word ?? '')).join(' ');
    if (glossary.inEnglish(key).length === 0) return false;
    for (const at of places) if (!found.has(at)) found.set(at, key);
    return true;
  };
  for (const run of englishRunsOf(words)) {
    const content = run.filter((at) => !filler.drop.has(words[at]?.word ?? ''));
    for (const places of [run, content]) {
      for (let start = 0; start < places.length; start += 1) {
        for (let length = LONGEST_PHRASE; length > 1; length -= 1) {
          if (start + length <= places.length && offer(places.slice(start, start + length))) break;
        }
      }
    }
  }
  return found;
}

/** Returns the positions of consecutive English words. */
function englishRunsOf(words: readonly TextWord[]): number[][] {
  const runs: number[][] = [];
  for (const [at, { kind }] of words.entries()) {
    if (kind !== 'ascii') continue;
    const run = runs.at(-1);
    if (run?.at(-1) === at - 1) run.push(at);
    else runs.push([at]);
  }
  return runs;
}
