import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { remembered } from '../document/remembered.js';
import { firstSentence } from './firstSentence.js';

/** Where in a service a term occurs, as bits that can be joined. */
export const place = { name: 1, category: 2, description: 4 } as const;

/** How much an occurrence counts, in halves of one in the rest of the description. */
const counts = { name: 4, category: 3, firstSentence: 3, rest: 1 };
/** How much each part says about where a service lies. */
const vectorShares = { name: 0.3, category: 0.4, firstSentence: 1 };

export const dimensions = 128;
/** Five bits for the weight, three for the places. */
const mostWeight = 31;

/** What the ranking needs to know of a service. */
export interface IntentFeatures {
  /** Terms, each with its weight (1–31) and the places where it occurs, packed by `packWeight`. */
  terms: ReadonlyMap<string, number>;
  /** Where the service lies among all meanings; empty when no word of it is known. */
  vector: Int8Array;
}

export const packWeight = (weight: number, places: number): number =>
  Math.min(mostWeight, Math.max(1, Math.round(weight))) + 32 * places;
export const weightIn = (packed: number): number => packed % 32;
export const placesIn = (packed: number): number => Math.floor(packed / 32);

interface Text {
  terms: { term: string; count: number }[];
  vector: Float32Array | undefined;
}

/** Makes the features of documents. */
export function createFeatureReader(language: Language): (document: SearchDocument) => IntentFeatures {
  const read = (text: string): Text => {
    const words = language.words(text);
    return { terms: language.documentTerms(words), vector: language.textVector(words) };
  };
  const readCategory = remembered(read);
  return ({ service, categoryText }) => {
    const first = firstSentence(service.description);
    const name = read(service.name);
    const category = readCategory(categoryText);
    const start = read(first);
    const rest = language.documentTerms(language.words(service.description.slice(first.length)));

    const weights = new Map<string, { weight: number; places: number }>();
    const add = (terms: Text['terms'], count: number, places: number) => {
      for (const { term, count: times } of terms) {
        const known = weights.get(term) ?? { weight: 0, places: 0 };
        weights.set(term, { weight: known.weight + count * times, places: known.places | places });
      }
    };
    add(name.terms, counts.name, place.name);
    add(start.terms, counts.firstSentence, place.description);
    add(rest, counts.rest, place.description);
    add(category.terms, counts.category, place.category);
    return {
      terms: new Map(Array.from(weights, ([term, { weight, places }]) => [term, packWeight(weight, places)])),
      vector: quantized([
        [name.vector, vectorShares.name],
        [category.vector, vectorShares.category],
        [start.vector, vectorShares.firstSentence],
      ]),
    };
  };
}

/** The weighted sum in bytes, as large as they allow; its length does not matter, only its direction. */
function quantized(parts: [vector: Float32Array | undefined, share: number][]): Int8Array {
  const sum = new Float32Array(dimensions);
  for (const [vector, share] of parts) {
    if (vector) for (let i = 0; i < dimensions; i += 1) sum[i] = (sum[i] ?? 0) + share * (vector[i] ?? 0);
  }
  const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0
    ? new Int8Array()
    : Int8Array.from(sum, (value) => Math.round((value / largest) * 127));
}
