import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { textWords } from '../keyword/keywordWords.js';
import { remembered } from './remembered.js';

/** How much an occurrence counts, by where it stands. */
const inName = 4;
const inCategory = 3;
const inDescription = 1;

/** Terms of a document, and how much each counts there. */
export type Weights = Map<string, number>;
type ReadText = (text: string) => Iterable<readonly [term: string, count: number]>;

/** Finds the words under which keyword search finds a document, in the form `fold` gives them. */
export function createWordReader(
  language: Language,
  fold: (word: string) => string,
): (document: SearchDocument) => Weights {
  return createWeightReader((text) => textWords(language, text).map((word) => [fold(word), 1] as const));
}

function createWeightReader(readText: ReadText): (document: SearchDocument) => Weights {
  const readCategory = remembered((text) => [...readText(text)]);
  return ({ service, categoryText }) => {
    const weights: Weights = new Map();
    const add = (counts: ReturnType<ReadText>, weight: number) => {
      for (const [term, count] of counts) weights.set(term, (weights.get(term) ?? 0) + count * weight);
    };
    add(readText(service.description), inDescription);
    add(readText(service.name), inName);
    add(readCategory(categoryText), inCategory);
    return weights;
  };
}
