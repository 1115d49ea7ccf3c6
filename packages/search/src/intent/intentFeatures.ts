import type { DocumentTerm, Language } from '@shirube/language';
import type { DocumentWords } from '../document/documentWords.js';
import { dimensions } from './vectors.js';

/** Where in a service a term occurs, as bits that can be joined. */
export const place = { name: 1, category: 2, description: 4 } as const;

/** How much an occurrence counts, in halves of one in the rest of the description. */
const counts = { name: 4, category: 3, firstSentence: 3, rest: 1 };
/** How much each part says about where a service lies. */
const vectorShares = { name: 0.3, category: 0.4, firstSentence: 1 };

/** Five bits for the weight, three for the places. */
const mostWeight = 31;

/** What the ranking needs to know of a service. */
export interface IntentFeatures {
  /** Each once; first those of its name, first sentence and category, by which it is found. */
  terms: readonly string[];
  /** How many these are. */
  leading: number;
  /** Of each term its weight (1–31) and the places where it occurs, packed by `packWeight`. */
  weights: readonly number[];
  /** Where the service lies among all meanings; empty when no word of it is known. */
  vector: Int8Array;
}

export const packWeight = (weight: number, places: number): number =>
  Math.min(mostWeight, Math.max(1, Math.round(weight))) + 32 * places;
export const weightIn = (packed: number): number => packed % 32;
export const placesIn = (packed: number): number => Math.floor(packed / 32);

/** How many of the terms with these packed weights stand in the description. */
export function descriptionTerms(weights: Iterable<number>): number {
  let count = 0;
  for (const packed of weights) if (isInDescription(packed)) count += 1;
  return count;
}
export const isInDescription = (packed: number): boolean => (placesIn(packed) & place.description) !== 0;

// Made once, because they are needed for every document and only while its features are made.
const sum = new Float32Array(dimensions);
const part = new Float32Array(dimensions);

/** The features of a service with these words. */
export function intentFeatures(
  { documentTerms, textVector }: Language,
  { name, category, firstSentence, rest }: DocumentWords,
): IntentFeatures {
  const found = new Map<string, { weight: number; places: number }>();
  const add = (terms: DocumentTerm[], weight: number, places: number) => {
    for (const { term, count } of terms) {
      const known = found.get(term);
      if (!known) found.set(term, { weight: weight * count, places });
      else {
        known.weight += weight * count;
        known.places |= places;
      }
    }
  };
  add(documentTerms(name), counts.name, place.name);
  add(documentTerms(firstSentence), counts.firstSentence, place.description);
  add(documentTerms(category), counts.category, place.category);
  const leading = found.size;
  add(documentTerms(rest), counts.rest, place.description);
  sum.fill(0);
  for (const [words, share] of [
    [name, vectorShares.name],
    [category, vectorShares.category],
    [firstSentence, vectorShares.firstSentence],
  ] as const) {
    const vector = textVector(words, part);
    if (vector) for (let i = 0; i < dimensions; i += 1) sum[i] = (sum[i] ?? 0) + share * (vector[i] ?? 0);
  }
  return {
    terms: [...found.keys()],
    leading,
    weights: Array.from(found.values(), ({ weight, places }) => packWeight(weight, places)),
    vector: quantized(sum),
  };
}

/** The vector in bytes, as large as they allow; its length does not matter, only its direction. */
function quantized(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let i = 0; i < dimensions; i += 1) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  if (largest === 0) return new Int8Array();
  const bytes = new Int8Array(dimensions);
  for (let i = 0; i < dimensions; i += 1) bytes[i] = Math.round(((vector[i] ?? 0) / largest) * 127);
  return bytes;
}
