import { englishWords, stemWord } from './englishWords.js';
import type { LanguageData } from './languageData.js';
import { hasJapanese } from './script.js';
import { type TextWord, textWords } from './textWords.js';

/** A term under which a text is indexed. */
export interface DocumentTerm {
  term: string;
  /** How often it stands in the text; pieces of compounds and translations count for less than a whole time. */
  count: number;
}

const PART = 0.7;
const TRANSLATION = 0.6;

/** The terms of a text: English stems, Japanese words with their parts, and English renderings of Japanese words. */
export function documentTerms(text: string, data: LanguageData): DocumentTerm[] {
  const { drop } = data.filler;
  const counts = new Map<string, number>();
  const add = (term: string, count: number) => {
    counts.set(term, (counts.get(term) ?? 0) + count);
  };
  const addEnglish = (word: string, parts: string[]) => {
    if (drop.has(word)) return;
    add(stemWord(word), 1);
    for (const part of parts) if (!drop.has(part)) add(stemWord(part), PART);
  };
  const plain = text.normalize('NFKC');
  if (!hasJapanese(plain)) {
    for (const { word, parts } of englishWords(plain)) addEnglish(word, parts);
  } else {
    for (const word of textWords(plain, data)) {
      if (word.kind === 'ascii') addEnglish(word.word, word.parts);
      else addJapanese(word, data, add);
    }
  }
  return Array.from(counts, ([term, count]) => ({ term, count }));
}

function addJapanese(
  { word, parts }: TextWord,
  { dictionary, filler }: LanguageData,
  add: (term: string, count: number) => void,
): void {
  if (filler.drop.has(word)) return;
  add(word, 1);
  for (const part of parts) if (!filler.drop.has(part)) add(part, PART);
  const translated = dictionary.has(word) ? [word] : parts;
  for (const source of translated) {
    for (const english of dictionary.glosses(source)[0]?.words ?? []) {
      if (!filler.drop.has(english)) add(stemWord(english), TRANSLATION);
    }
  }
}
