import type { DocumentTerm, Language } from '@shirube/language';
import type { DocumentWords } from '../document/documentWords.js';
import { saturation } from './formula.js';
import { dimensions, halfDimensions, interleaved } from './vectors.js';

/** Where in a service a term occurs, as bits that can be joined; a task occurs nowhere, it follows from the whole. */
export const place = { name: 1, category: 2, description: 4 } as const;

/** How much an occurrence counts, in halves of one in the rest of the description. */
const counts = { name: 4, category: 3, firstSentence: 3, rest: 1 };
/** How much each part says about where a service lies. */
const vectorShares = { name: 0.3, category: 0.4, firstSentence: 1 };

/** Five bits for the weight, three for the places. */
const mostWeight = 31;
/** A task that a service is less surely about is none of its tasks. */
const leastTask = 0.1;

/** The term under which services of a task are found. */
export const taskTerm = (id: string): string => `task:${id}`;

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
/** What a term of that packed weight adds to the length of a service. */
export const lengthIn = (packed: number): number => (placesIn(packed) === 0 ? 0 : weightIn(packed));
/** The share of its gain that a term of that packed weight has. */
export const shareIn = (packed: number, norm: number): number =>
  placesIn(packed) === 0 ? weightIn(packed) / mostWeight : saturation(weightIn(packed), norm);

/** How many of the terms with these packed weights stand in the description. */
export function descriptionTerms(weights: Iterable<number>): number {
  let count = 0;
  for (const packed of weights) if (isInDescription(packed)) count += 1;
  return count;
}
export const isInDescription = (packed: number): boolean => (placesIn(packed) & place.description) !== 0;

// Made once, because it is needed for every document and only while its features are made.
const part = new Float32Array(halfDimensions);

/** The features of a service with these words. */
export function intentFeatures(
  { documentTerms, textVector, meaning, tasks }: Language,
  { name, category, firstSentence, rest, texts }: DocumentWords,
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
  const whole = sumOf(texts, meaning);
  for (const { task, weight } of whole ? tasks(whole) : []) {
    if (weight >= leastTask) found.set(taskTerm(task.id), { weight: mostWeight * weight, places: 0 });
  }
  const leading = found.size;
  add(documentTerms(rest), counts.rest, place.description);
  const words = sumOf({ name, category, firstSentence }, (own) => textVector(own, part));
  return {
    terms: [...found.keys()],
    leading,
    weights: Array.from(found.values(), ({ weight, places }) => packWeight(weight, places)),
    vector: quantized(interleaved(words, whole)),
  };
}

/** The sum, of length 1, of the vectors of the parts of a service, each times its share. */
function sumOf<Part>(
  parts: Record<keyof typeof vectorShares, Part>,
  vectorOf: (part: Part) => Float32Array | undefined,
): Float32Array | undefined {
  const sum = new Float32Array(halfDimensions);
  for (const name of ['name', 'category', 'firstSentence'] as const) {
    const vector = vectorOf(parts[name]);
    if (vector) for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + vectorShares[name] * (vector[i] ?? 0);
  }
  const length = Math.hypot(...sum);
  return length === 0 ? undefined : sum.map((value) => value / length);
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
