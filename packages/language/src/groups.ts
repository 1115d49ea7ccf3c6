import type { Dictionary } from './dictionary.js';
import { stemWord } from './englishWords.js';
import type { Filler } from './filler.js';
import { englishKey, type Glossary } from './glossary.js';
import { type TextWord, textWords } from './japaneseWords.js';
import { isNegated } from './negation.js';
import type { Alternative, Group, QueryAnalysis } from './queryAnalysis.js';
import type { Segmenter } from './segmenter.js';
import { type Rendering, translationGroups } from './translationGroups.js';

const GENERIC = 0.4;
const NEGATED = 0.5;
const PART = 0.6;
const SYNONYM = 0.7;
const RELATED = 0.45;
const LONGEST_PHRASE = 3;

/** The tokens and groups of a query whose constraints are taken out already. */
export function analyzeWords(
  text: string,
  segment: Segmenter,
  dictionary: Dictionary,
  glossary: Glossary,
  filler: Filler,
): Pick<QueryAnalysis, 'tokens' | 'groups'> {
  const words = textWords(text.normalize('NFKC'), segment, dictionary.has);
  const content = words.filter((word) => !filler.drop.has(word.word) && !filler.drop.has(word.surface));
  const strong = content.filter((word) => !filler.weak.has(word.word));
  const kept = joinSuffixes(strong.length > 0 ? strong : content, words);
  const groups: Group[] = [];
  const phrases = phrasesOf(words, glossary);
  for (const word of kept) {
    const weight = filler.generic.has(word.word) ? GENERIC : 1;
    const negated = isNegated(words, word);
    const made =
      word.kind === 'ascii'
        ? [englishGroup(word, glossary, filler, phrases.get(word))]
        : translationGroups(word.word, renderings(word, dictionary), filler);
    for (const { token, alternatives, share } of made) {
      groups.push({ token, weight: weight * share * (negated ? NEGATED : 1), negated, alternatives });
    }
  }
  return { tokens: kept.map((word) => word.word), groups };
}

/** A suffix (側, 版) belongs to the word it follows. */
function joinSuffixes(content: TextWord[], words: TextWord[]): TextWord[] {
  const joined: TextWord[] = [];
  for (const word of content) {
    const before = joined.at(-1);
    if (
      word.kind === 'suffix' &&
      before &&
      before.kind === 'noun' &&
      words[words.indexOf(word) - 1]?.word === before.word
    ) {
      joined[joined.length - 1] = {
        word: before.word + word.word,
        surface: before.surface + word.surface,
        kind: 'noun',
        parts: [...(before.parts.length > 0 ? before.parts : [before.word]), word.word],
      };
    } else joined.push(word);
  }
  return joined;
}

function renderings({ word, parts }: TextWord, dictionary: Dictionary): Rendering {
  return {
    glosses: dictionary.glosses(word),
    parts: parts.map((part) => ({ part, glosses: dictionary.glosses(part) })),
  };
}

function englishGroup(
  { word, parts }: TextWord,
  glossary: Glossary,
  filler: Filler,
  phrase: string | undefined,
): { token: string; alternatives: Alternative[]; share: number } {
  const found = new Map<string, Alternative>();
  const add = (alternative: Alternative) => {
    const before = found.get(alternative.term);
    if (!before || before.weight < alternative.weight) found.set(alternative.term, alternative);
  };
  const stem = stemWord(word);
  add({ term: stem, surface: word, weight: 1, source: stem === word ? 'as-is' : 'stem' });
  for (const part of parts) {
    if (!filler.drop.has(part)) add({ term: stemWord(part), surface: part, weight: PART, source: 'part' });
  }
  for (const key of phrase ? [phrase, stem] : [stem]) {
    for (const concept of glossary.byEnglish.get(key) ?? []) {
      const direct = englishKey(concept.english[0] ?? '') === key ? 1 : 0.85;
      for (const [i, name] of concept.english.entries())
        addPhrase(name, SYNONYM * direct * 0.95 ** i, add, filler);
      for (const name of concept.related) addPhrase(name, RELATED * direct, add, filler);
      for (const name of concept.japanese) {
        add({ term: name, surface: name, weight: SYNONYM * direct, source: 'translation' });
      }
    }
  }
  return { token: word, alternatives: [...found.values()], share: 1 };
}

function addPhrase(name: string, weight: number, add: (a: Alternative) => void, filler: Filler): void {
  const words = name.split(/[ -]/).filter((word) => !filler.drop.has(word) && !filler.generic.has(word));
  for (const word of words) {
    add({
      term: stemWord(word),
      surface: word,
      weight: words.length > 1 ? weight * 0.6 : weight,
      source: 'synonym',
    });
  }
}

/** For each English word that is part of a curated phrase (text message, street address): the key of the phrase. */
function phrasesOf(words: TextWord[], glossary: Glossary): Map<TextWord, string> {
  const found = new Map<TextWord, string>();
  for (let start = 0; start < words.length; start += 1) {
    for (let length = LONGEST_PHRASE; length > 1; length -= 1) {
      const span = words.slice(start, start + length);
      if (span.length < length || span.some((word) => word.kind !== 'ascii')) continue;
      const key = span.map((word) => stemWord(word.word)).join(' ');
      if (!glossary.byEnglish.has(key)) continue;
      for (const word of span) if (!found.has(word)) found.set(word, key);
      break;
    }
  }
  return found;
}
