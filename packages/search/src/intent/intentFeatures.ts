import { type DocumentTerm, type Language, makeUnit } from '@shirube/language';
import type { DocumentWords } from '../document/documentWords.js';
import { saturation } from './formula.js';
import { dimensions, halfDimensions, joinVectors } from './vectors.js';

/** Where in a service a term occurs, as bits. A task has no place, because it follows from the whole. */
export const place = { name: 1, category: 2, description: 4 } as const;

/** The weight of an occurrence, in halves of one in the rest of the description. */
const counts = { name: 4, host: 3, category: 3, firstSentence: 3, rest: 1 };
/** How much each part contributes to the vector of a service's words, and to those of its meaning and subject. */
const wordShares = { name: 0.3, category: 0.4, firstSentence: 1 };
const wholeShares = { ...wordShares, category: 0.3 };

/** Five bits are for the weight, three for the places. */
const mostWeight = 31;
/** The minimum probability of a task. Less likely tasks are dropped. */
const leastTask = 0.05;

/** The term under which services with a task are indexed. No word contains a colon. */
export const taskTerm = (id: string): string => `${taskPrefix}${id}`;
const taskPrefix = 'task:';
/** Returns the task that a term stands for, or undefined if it is a word. */
export const taskIn = (term: string): string | undefined =>
  term.startsWith(taskPrefix) ? term.slice(taskPrefix.length) : undefined;

/** What the ranking needs to know about a service. */
export interface IntentFeatures {
  /** Without repetitions. The terms of name, first sentence and category, by which the service is found, come first. */
  terms: readonly string[];
  /** The number of these first terms. */
  leading: number;
  /** The weight (1–31) and the places of each term, packed by `packWeight`. */
  weights: readonly number[];
  /** The position of the service in the space of meanings. Empty if none of its words is known. */
  vector: Int8Array;
}

export const packWeight = (weight: number, places: number): number =>
  Math.min(mostWeight, Math.max(1, Math.round(weight))) + 32 * places;
export const weightIn = (packed: number): number => packed % 32;
export const placesIn = (packed: number): number => Math.floor(packed / 32);
/** How much a term of that packed weight adds to the length of a service. */
export const lengthIn = (packed: number): number => (placesIn(packed) === 0 ? 0 : weightIn(packed));
/** The share of its gain that a term of that packed weight gets. */
export const shareIn = (packed: number, norm: number): number =>
  placesIn(packed) === 0 ? weightIn(packed) / mostWeight : saturation(weightIn(packed), norm);

/** Counts the terms with these packed weights that occur in the description. */
export function descriptionTerms(weights: Iterable<number>): number {
  let count = 0;
  for (const packed of weights) if (isInDescription(packed)) count += 1;
  return count;
}
export const isInDescription = (packed: number): boolean => (placesIn(packed) & place.description) !== 0;

/** Computes the features of a service with these words. */
export function intentFeatures(
  { documentTerms, textVector, meaning, subject, way, tasks }: Language,
  { name, host, category, firstSentence, rest, call, texts }: DocumentWords,
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
  add(documentTerms(host), counts.host, place.name);
  add(documentTerms(firstSentence), counts.firstSentence, place.description);
  add(documentTerms(category.words), counts.category, place.category);
  const sumOfTexts = (read: typeof meaning, ofCategory: Float32Array | undefined) =>
    sumOf(wholeShares, { name: read(texts.name), category: ofCategory, firstSentence: read(texts.firstSentence) });
  const about = sumOfTexts(subject, category.subject);
  for (const { task, weight } of about ? tasks(about) : []) {
    if (weight >= leastTask) found.set(taskTerm(task.id), { weight: mostWeight * weight, places: 0 });
  }
  const leading = found.size;
  add(documentTerms([...rest, ...call]), counts.rest, place.description);
  const words = sumOf(wordShares, {
    name: textVector(name),
    category: category.vector,
    firstSentence: textVector(firstSentence),
  });
  return {
    terms: [...found.keys()],
    leading,
    weights: Array.from(found.values(), ({ weight, places }) => packWeight(weight, places)),
    vector: quantized(
      joinVectors(words, sumOfTexts(meaning, category.meaning), way(`${texts.name}. ${texts.firstSentence}`)),
    ),
  };
}

/** Returns the unit vector of the weighted sum of the vectors of a service's parts. */
function sumOf(
  shares: typeof wordShares,
  vectors: Record<keyof typeof wordShares, Float32Array | undefined>,
): Float32Array | undefined {
  const sum = new Float32Array(halfDimensions);
  for (const part of ['name', 'category', 'firstSentence'] as const) {
    const vector = vectors[part];
    const share = shares[part];
    if (vector) for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + share * (vector[i] as number);
  }
  return makeUnit(sum) ? sum : undefined;
}

/** Quantizes the vector to bytes, using their full range. Only its direction matters, not its length. */
function quantized(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let i = 0; i < dimensions; i += 1) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  if (largest === 0) return new Int8Array();
  const bytes = new Int8Array(dimensions);
  for (let i = 0; i < dimensions; i += 1) bytes[i] = Math.round(((vector[i] ?? 0) / largest) * 127);
  return bytes;
}
