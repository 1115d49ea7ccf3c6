import { inverseFrequency } from '../bm25.js';

/** How much of the score the meaning as a whole and the tasks make up, the words and their vector the rest: learnt, see docs/ranking.md. */
export const meaningShare = 0.25;
export const taskShare = 0.11;
export const wordsShare = 1 - meaningShare - taskShare;
/** How much of that rest the vector makes up where it sees the whole query. */
const vectorShare = 0.5;
/** A neighbour counts this much of what the word counts for which it stands in, times its cosine. */
const neighbourShare = 0.6;
/** What a word that no service holds counts in the bound, as a share of the rarest word there could be. */
const absentShare = 0.6;
/** Scores below these, in themselves or beside the best, are no answer. */
export const leastScore = 0.17;
export const leastShare = 0.4;

const k1 = 1.2;
const b = 0.5;
/** A fixed length, not the average of the catalog: so that scores hold still while the catalog grows. */
const usualLength = 30;
/** Weights are counted in halves. */
const weightUnit = 2;

/** How much a term tells that so many services hold. */
export const rarity = inverseFrequency;

/** How much a neighbour weighs; a rare neighbour of a common word must not count for more than the word. */
export const neighbourWeight = (cosine: number, ofWeight: number, ofRarity: number, ownRarity: number): number =>
  neighbourShare * cosine * ofWeight * Math.min(1, ofRarity / ownRarity);

/** What a group could give at most: its best alternative that occurs, or what an absent word counts. */
export const groupBound = (mostGain: number, services: number): number => mostGain || absentShare * rarity(services, 0);

/** What the length of a service takes from the weights of its terms. The length is the sum of these weights. */
export const lengthNorm = (length: number): number => k1 * (1 - b + (b * length) / weightUnit / usualLength);

/** The share of its gain that a term of that weight has: more for a large weight, less in a long text. */
export const saturation = (weight: number, norm: number): number => {
  const frequency = weight / weightUnit;
  return frequency / (frequency + norm);
};

/** How much of the score the vector makes up for a query of which it sees this share: names and acronyms it does not know. */
export const nearnessShare = (seen: number): number => wordsShare * vectorShare * seen;

/** What a service keeps of its score whose description has so many terms: "d" says nothing, whatever the name does. */
export const substance = (descriptionTerms: number): number => [0.3, 0.5][descriptionTerms] ?? 1;

/** So many at a time, the best by words and vector first, are put into the order of what they cover and of how alike they are. */
export const considered = 40;
/** How many are to be found, by words and vector, for that many answers. */
export const consideredFor = (limit: number): number => Math.ceil(limit / considered) * considered;

/** The score of a service that covers this share of the query: two words found count for more than one that is found twice. */
export const coveredScore = (score: number, coverage: number): number => Math.min(1, score) * (0.5 + 0.5 * coverage);

/** The score of a service that lies so near to the best answers: what is like them is an answer rather than a chance match. */
export const likenessScore = (score: number, cosine: number): number => score * (0.5 + 0.5 * Math.max(0, cosine));
