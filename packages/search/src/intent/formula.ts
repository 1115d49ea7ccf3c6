import { inverseFrequency } from '../bm25.js';

/**
 * The share of the score for each part, learnt from graded answers: see docs/ranking.md. Services are found by their
 * words, the vector of these, the meaning as a whole and the tasks. Those found are compared by the other two parts too.
 */
export const shares = { words: 0.24, vector: 0.12, meaning: 0.16, tasks: 0.17, coverage: 0.09, likeness: 0.22 };
/** A neighbour counts as this share of the word that it replaces, times its cosine. */
const neighbourShare = 0.6;
/** How much a word that no service holds counts in the bound, as a share of the rarest possible word. */
const absentShare = 0.6;
/** Services with lower scores, absolute or relative to the best, are not answers. */
export const leastScore = 0.06;
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
 * The share of its score that a service keeps, by the number of terms in its description: "d" says nothing, whatever
 * the name says.
 */
export const substance = (descriptionTerms: number): number => [0.3, 0.5][descriptionTerms] ?? 1;

/** The size of the blocks, best first as found, that are reordered by coverage and likeness. */
export const blockSize = 40;
/** How many services to find for that many answers. */
export const candidateLimit = (limit: number): number => Math.ceil(limit / blockSize) * blockSize;
