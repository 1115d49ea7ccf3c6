import { inverseFrequency } from '../bm25.js';

/**
 * The shares of the score for the meaning as a whole and for the tasks. The words and their vector make up the rest.
 * docs/ranking.md says how they were chosen.
 */
export const meaningShare = 0.25;
export const taskShare = 0.11;
export const wordsShare = 1 - meaningShare - taskShare;
/** The share of that rest for the vector, if it covers the whole query. */
const vectorShare = 0.5;
/** A neighbour counts as this share of the word that it replaces, times its cosine. */
const neighbourShare = 0.6;
/** How much a word that no service holds counts in the bound, as a share of the rarest possible word. */
const absentShare = 0.6;
/** Services with lower scores, absolute or relative to the best, are not answers. */
export const leastScore = 0.17;
export const leastShare = 0.4;

const k1 = 1.2;
const b = 0.5;
/** A constant instead of the average of the catalog, so that scores stay the same while the catalog grows. */
const usualLength = 30;
/** Weights are counted in halves. */
const weightUnit = 2;

/** How informative a term is that so many services hold. */
export const rarity = inverseFrequency;

/** The weight of a neighbour. A rare neighbour of a common word must not count more than the word. */
export const neighbourWeight = (cosine: number, ofWeight: number, ofRarity: number, ownRarity: number): number =>
  neighbourShare * cosine * ofWeight * Math.min(1, ofRarity / ownRarity);

/** The most that a group can add: the gain of its best alternative that occurs, or that of an absent word. */
export const groupBound = (mostGain: number, services: number): number => mostGain || absentShare * rarity(services, 0);

/** How much the length of a service lowers the weights of its terms. The length is the sum of these weights. */
export const lengthNorm = (length: number): number => k1 * (1 - b + (b * length) / weightUnit / usualLength);

/** The share of its gain that a term of that weight gets: more for a large weight, less in a long text. */
export const saturation = (weight: number, norm: number): number => {
  const frequency = weight / weightUnit;
  return frequency / (frequency + norm);
};

/**
 * The vector's share of the score for a query of which it covers the share `seen`. It does not know names and acronyms.
 */
export const nearnessShare = (seen: number): number => wordsShare * vectorShare * seen;

/**
 * The share of its score that a service keeps, by the number of terms in its description: "d" says nothing, whatever
 * the name says.
 */
export const substance = (descriptionTerms: number): number => [0.3, 0.5][descriptionTerms] ?? 1;

/** The size of the blocks, best by words and vector first, that are reordered by coverage and likeness. */
export const considered = 40;
/** How many services to find by words and vector for that many answers. */
export const consideredFor = (limit: number): number => Math.ceil(limit / considered) * considered;

/** The score of a service that covers this share of the query: two matched words count more than one matched twice. */
export const coveredScore = (score: number, coverage: number): number => Math.min(1, score) * (0.5 + 0.5 * coverage);

/**
 * The score of a service with this cosine to the best answers: one that resembles them is probably an answer, not a
 * chance match.
 */
export const likenessScore = (score: number, cosine: number): number => score * (0.5 + 0.5 * Math.max(0, cosine));
