import type { SearchDocument } from '@shirube/contracts';
import { foldKatakana, foundWords } from '../keyword/keywordWords.js';
import type { DocumentWords } from './documentWords.js';

/** The weight of an occurrence, by its place, in halves of one in the description. */
const inName = 8;
const inDescription = 2;
/** The weight of a word that occurs only in the category, which the service does not say itself, or in its calls. */
export const inCategory = 1;
export const weightUnit = 2;

/** Returns the folded words under which keyword search finds a document, with their weights. */
export function keywordWeights(
  { service, description: text, categoryText, hostText, callText }: SearchDocument,
  { name, category, host, call, description }: DocumentWords,
): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (words: string[], weight: number) => {
    for (const word of words) {
      const term = foldKatakana(word);
      weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  };
  add(foundWords(text, description), inDescription);
  add(foundWords(service.name, name), inName);
  const otherWords = [
    ...foundWords(categoryText, category.words),
    ...foundWords(hostText, host),
    ...foundWords(callText, call),
  ];
  for (const word of new Set(otherWords.map(foldKatakana))) weights.set(word, (weights.get(word) ?? 0) + inCategory);
  return weights;
}
