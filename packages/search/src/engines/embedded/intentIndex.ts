import { createVectors } from '@shirube/language';
import { lengthNorm, substance } from '../../intent/formula.js';
import { type IntentFeatures, isInDescription, lengthIn, shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { rankByScore } from '../../intent/rankAnswers.js';
import { tokenMatches } from '../../intent/tokenMatches.js';
import { dimensions, scaleOf } from '../../intent/vectors.js';
import { type IntentStatistics, type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import type { SlotTest } from './documentTable.js';
import type { CompareSlots } from './sortedSlots.js';
import { createTermIndex, slotOf, termOf, weightOf } from './termIndex.js';

/** The features of a service. Terms are `number * 256 + weight`. */
export interface IntentTexts extends Pick<IntentFeatures, 'leading' | 'vector'> {
  terms: Uint32Array;
}

export interface RankOptions {
  /** Undefined if every service passes. */
  passes: SlotTest | undefined;
  byId: CompareSlots;
  /** Whether the service comes after all others. */
  isLast: (slot: number) => boolean;
  limit: number;
}

/** Stores the terms and vectors of services by slot, and ranks all of them exactly for intent search. */
export function createIntentIndex(vocabulary?: readonly string[]) {
  const terms = createTermIndex(vocabulary);
  const vectors = createVectors(dimensions);
  /** By number of a term: how many services hold it as a leading term. */
  let frequencies = new Uint32Array(1_024);
  let services = 0;
  /** By slot: the factor that normalises its vector. 0 without a vector. */
  const scales: number[] = [];
  /** By slot: the number of leading terms, and the length norm that lowers their weights. 0 for an empty slot. */
  const leading: number[] = [];
  const norms: number[] = [];
  /** By slot: the share of its score that a service keeps. */
  const keeps: number[] = [];

  const statistics = (): IntentStatistics => ({
    services,
    frequency(text) {
      const term = terms.find(text);
      // Terms that occur only later in descriptions count as maximally rare.
      return term ? Math.max(1, frequencies[term.number] ?? 0) : 0;
    },
  });

  const vectorAt = (slot: number): Int8Array => (scales[slot] ? vectors.at(slot) : new Int8Array());

  /** Counts the leading terms of a slot. */
  function count(slot: number, change: 1 | -1): void {
    for (const entry of terms.entriesOf(slot).subarray(0, leading[slot])) {
      const term = termOf(entry);
      if (term >= frequencies.length) {
        const longer = new Uint32Array(2 * term);
        longer.set(frequencies);
        frequencies = longer;
      }
      frequencies[term] = (frequencies[term] as number) + change;
    }
    services += change;
  }

  function remove(slot: number): void {
    if (!norms[slot]) return;
    count(slot, -1);
    terms.remove(slot);
    scales[slot] = 0;
    norms[slot] = 0;
  }

  /** Returns the scores of the words by slot: each service gets the gain of its best term of every group. */
  function wordScores(groups: readonly WeighedGroup[]): Float64Array {
    const scores = new Float64Array(norms.length);
    const best = new Float64Array(norms.length);
    for (const group of groups) addGroup(group, scores, best);
    return scores;
  }

  /** Adds to each service the gain of its best term of the group. `best` is all 0 before and after. */
  function addGroup({ terms: weighed }: WeighedGroup, scores: Float64Array, best: Float64Array): void {
    const touched: number[] = [];
    for (const { term: text, gain } of weighed) {
      const term = terms.find(text);
      if (!term) continue;
      for (const entry of terms.entries(term)) {
        const slot = slotOf(entry);
        const part = gain * shareIn(weightOf(entry), norms[slot] as number);
        const before = best[slot] as number;
        if (part <= before) continue;
        if (before === 0) touched.push(slot);
        best[slot] = part;
      }
    }
    for (const slot of touched) {
      scores[slot] = (scores[slot] as number) + (best[slot] as number);
      best[slot] = 0;
    }
  }

  return {
    number: terms.number,
    vocabulary: terms.vocabulary,
    prune: terms.prune,
    put(slot: number, { terms: entries, leading: leadingTerms, vector }: IntentTexts): void {
      if (norms[slot]) count(slot, -1);
      terms.put(slot, entries);
      vectors.put(slot, vector);
      scales[slot] = scaleOf(vector);
      leading[slot] = leadingTerms;
      count(slot, 1);
      let length = 0;
      let described = 0;
      for (const entry of entries) {
        length += lengthIn(weightOf(entry));
        if (isInDescription(weightOf(entry))) described += 1;
      }
      norms[slot] = lengthNorm(length);
      keeps[slot] = substance(described);
    },
    /** Returns what was put for a slot. Valid until the index changes. */
    at: (slot: number): IntentTexts => ({
      terms: terms.entriesOf(slot),
      leading: leading[slot] ?? 0,
      vector: vectorAt(slot),
    }),
    remove,
    /** Returns the slots that answer the query, best first. */
    rank(query: IntentQuery, { passes, byId, isLast, limit }: RankOptions) {
      if (services === 0) return [];
      const weighed = weighQuery(query, statistics());
      return rankByScore(
        weighed,
        wordScores(weighed.groups),
        {
          vectors,
          scales,
          isBefore: (a, b) => byId(a, b) < 0,
          accepts: (slot) => norms[slot] !== 0 && (!passes || passes(slot)),
          isLast,
          answerAt: (slot, score, isRanked) => ({
            slot,
            score,
            isLast: isLast(slot),
            matches: isRanked ? tokenMatches(weighed.groups, terms.weights(slot), norms[slot] as number) : [],
            vector: vectorAt(slot),
            substance: keeps[slot] as number,
          }),
        },
        limit,
      );
    },
  };
}
