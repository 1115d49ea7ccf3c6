import { createVectors, topIndexes } from '@shirube/language';
import { consideredFor, leastScore, lengthNorm, substance } from '../../intent/formula.js';
import { descriptionTerms, type IntentFeatures, lengthIn, shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { rankAnswers } from '../../intent/rankAnswers.js';
import { type TokenMatch, tokenMatches } from '../../intent/tokenMatches.js';
import { dimensions, scaleOf } from '../../intent/vectors.js';
import { type IntentStatistics, type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import type { SlotTest } from './filterTable.js';
import { grown } from './grown.js';
import type { CompareSlots } from './sortedSlots.js';
import { createTermIndex, slotOf, weightOf } from './termIndex.js';

export interface RankedSlot {
  slot: number;
  /** 0–1, comparable between queries. */
  score: number;
  /** What matches each matched group, in query order. Empty if the service was found by meaning alone. */
  matches: TokenMatch[];
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
export function createIntentIndex() {
  const terms = createTermIndex();
  const vectors = createVectors(dimensions);
  const frequencies = new Map<string, number>();
  let services = 0;
  /** The number of slots that were ever used. */
  let slots = 0;
  let hasEmbedded = false;
  /** By slot: the factor that normalises its vector. 0 without a vector, negative if it comes from an embedder. */
  let scales = new Float32Array();
  /** By slot: the number of leading terms, and the length norm that lowers their weights. 0 for an empty slot. */
  let leading = new Uint16Array();
  let norms = new Float64Array();
  /** By slot: the share of its score that a service keeps. */
  let keeps = new Float64Array();
  /** By slot: the score of the words, and what the current group adds. All 0 between rankings. */
  let scores = new Float64Array();
  let best = new Float64Array();

  const statistics = (): IntentStatistics => ({
    services,
    // Terms that occur only later in descriptions count as maximally rare.
    frequency: (term) => frequencies.get(term) ?? (terms.find(term) ? 1 : 0),
  });

  function count(term: string, change: 1 | -1): void {
    const changed = (frequencies.get(term) ?? 0) + change;
    if (changed > 0) frequencies.set(term, changed);
    else frequencies.delete(term);
  }

  function remove(slot: number): void {
    if (!norms[slot]) return;
    for (const { text } of terms.termsOf(slot).slice(0, leading[slot])) count(text, -1);
    terms.remove(slot);
    scales[slot] = 0;
    norms[slot] = 0;
    services -= 1;
  }

  /** Adds to each service the gain of its best term of the group. */
  function addGroup(group: WeighedGroup): void {
    const touched: number[] = [];
    for (const { term: text, gain } of group.terms) {
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
    put(slot: number, features: IntentFeatures): void {
      remove(slot);
      slots = Math.max(slots, slot + 1);
      leading = grown(leading, slot);
      norms = grown(norms, slot);
      keeps = grown(keeps, slot);
      scores = grown(scores, slot);
      best = grown(best, slot);
      terms.put(slot, features.terms, features.weights);
      vectors.put(slot, features.vector);
      scales = grown(scales, slot);
      scales[slot] = features.isEmbedded ? -scaleOf(features.vector) : scaleOf(features.vector);
      hasEmbedded ||= features.isEmbedded;
      for (const term of features.terms.slice(0, features.leading)) count(term, 1);
      leading[slot] = features.leading;
      norms[slot] = lengthNorm(features.weights.reduce((sum, packed) => sum + lengthIn(packed), 0));
      keeps[slot] = substance(descriptionTerms(features.weights));
      services += 1;
    },
    remove,
    /** Returns the slots that answer the query, best first. */
    rank(query: IntentQuery, { passes, byId, isLast, limit }: RankOptions): RankedSlot[] {
      if (services === 0) return [];
      const weighed = weighQuery(query, statistics());
      const { groups } = weighed;
      groups.forEach(addGroup);
      const builtIn = vectors.products(weighed.vectors.builtIn, slots);
      const embedded = hasEmbedded ? vectors.products(weighed.vectors.embedded, slots) : builtIn;
      const found = new Float64Array(slots);
      for (let slot = 0; slot < slots; slot += 1) {
        const scale = scales[slot] as number;
        const product = (scale < 0 ? embedded : builtIn)[slot] as number;
        found[slot] = (scores[slot] as number) + Math.max(0, product * Math.abs(scale));
        scores[slot] = 0;
      }
      const top = topIndexes(found, consideredFor(limit), {
        least: leastScore,
        isBefore: (a, b) => byId(a, b) < 0,
        accepts: (slot) => norms[slot] !== 0 && (!passes || passes(slot)),
      });
      const answers = top.map((slot) => ({
        slot,
        score: found[slot] as number,
        isLast: isLast(slot),
        matches: tokenMatches(groups, (term) => terms.weight(term, slot), norms[slot] as number),
        vector: scales[slot] === 0 ? new Int8Array() : vectors.at(slot),
        substance: keeps[slot] as number,
      }));
      return rankAnswers(weighed, answers, limit);
    },
  };
}
export type IntentIndex = ReturnType<typeof createIntentIndex>;
