import { createVectors, topIndexes } from '@shirube/language';
import { consideredFor, leastScore, lengthNorm, substance } from '../../intent/formula.js';
import { isInDescription, lengthIn, shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { rankAnswers } from '../../intent/rankAnswers.js';
import { type TokenMatch, tokenMatches } from '../../intent/tokenMatches.js';
import { dimensions, scaleOf } from '../../intent/vectors.js';
import { type IntentStatistics, type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import type { SlotTest } from './filterTable.js';
import { grown } from './grown.js';
import type { AnalysedTexts } from './madeDocument.js';
import type { CompareSlots } from './sortedSlots.js';
import { createTermIndex, slotOf, termOf, weightOf } from './termIndex.js';

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
export function createIntentIndex(vocabulary?: readonly string[]) {
  const terms = createTermIndex(vocabulary);
  const vectors = createVectors(dimensions);
  /** By number of a term: how many services hold it as a leading term. */
  let frequencies = new Uint32Array();
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
      frequencies = grown(frequencies, termOf(entry));
      frequencies[termOf(entry)] = (frequencies[termOf(entry)] as number) + change;
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
    number: terms.number,
    vocabulary: terms.vocabulary,
    prune: terms.prune,
    put(slot: number, { terms: entries, leading: leadingTerms, vector, isEmbedded }: AnalysedTexts): void {
      if (norms[slot]) count(slot, -1);
      slots = Math.max(slots, slot + 1);
      leading = grown(leading, slot);
      norms = grown(norms, slot);
      keeps = grown(keeps, slot);
      scores = grown(scores, slot);
      best = grown(best, slot);
      terms.put(slot, entries);
      vectors.put(slot, vector);
      scales = grown(scales, slot);
      scales[slot] = isEmbedded ? -scaleOf(vector) : scaleOf(vector);
      hasEmbedded ||= isEmbedded;
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
    at: (slot: number): Omit<AnalysedTexts, 'words'> => ({
      terms: terms.entriesOf(slot),
      leading: leading[slot] ?? 0,
      vector: vectorAt(slot),
      isEmbedded: (scales[slot] ?? 0) < 0,
    }),
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
        matches: tokenMatches(groups, terms.weights(slot), norms[slot] as number),
        vector: vectorAt(slot),
        substance: keeps[slot] as number,
      }));
      return rankAnswers(weighed, answers, limit);
    },
  };
}
export type IntentIndex = ReturnType<typeof createIntentIndex>;
