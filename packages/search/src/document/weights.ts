import type { SearchDocument } from '@shirube/contracts';
import { foundWords } from '../keyword/keywordWords.js';
import type { DocumentWords } from './documentWords.js';

/** How much an occurrence counts, by where it stands, in halves of one in the description. */
const inName = 8;
const inDescription = 2;
/** What a word counts that stands in the category alone, which is said of a service, not by it. */
export const inCategory = 1;
export const weightUnit = 2;

/** Terms of a document, and how much each counts there. */
export type Weights = Map<string, number>;

/** The words under which keyword search finds a document, in the form `fold` gives them. */
export function keywordWeights(
  { service, categoryText }: SearchDocument,
  { name, category, description }: DocumentWords,
  fold: (word: string) => string,
): Weights {
  const weights: Weights = new Map();
  const add = (words: string[], weight: number) => {
    for (const word of words) {
      const term = fold(word);
      weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  };
  add(foundWords(service.description, description), inDescription);
  add(foundWords(service.name, name), inName);
  const categoryWords = new Set(foundWords(categoryText, category).map(fold));
  for (const word of categoryWords) weights.set(word, (weights.get(word) ?? 0) + inCategory);
  return weights;
}
