import { consideredFor, leastScore, leastShare, lengthNorm, substance } from '../../intent/formula.js';
import { descriptionTerms, type IntentFeatures, lengthIn, shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import type { IntentStatistics } from '../../intent/intentStatistics.js';
import { rankAnswers } from '../../intent/rankAnswers.js';
import { type TokenMatch, tokenMatches } from '../../intent/tokenMatches.js';
import { type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import type { SlotTest } from './filterTable.js';
import { grown } from './grown.js';
import { createTermIndex, slotOf, weightOf } from './termIndex.js';
import { type CompareSlots, createTopSlots } from './topSlots.js';
import { createVectorTable } from './vectorTable.js';

export interface RankedSlot {
  slot: number;
  /** 0–1, comparable between queries. */
  score: number;
  /** In query order, what stands for each group that matched; none when meaning alone led here. */
  matches: TokenMatch[];
}

export interface RankOptions {
  /** Left out when every service passes. */
  passes: SlotTest | undefined;
  byId: CompareSlots;
  /** Whether it comes after all others. */
  isLast: (slot: number) => boolean;
  limit: number;
}

/** The terms and vectors of services in slots, and the exact ranking of intent search over all of them. */
export function createIntentIndex() {
  const terms = createTermIndex();
  const vectors = createVectorTable();
  const frequencies = new Map<string, number>();
  let services = 0;
  /** By slot: how many of its terms lead, and what its length takes from their weights; 0 where there is no service. */
  let leading = new Uint16Array();
  let norms = new Float64Array();
  /** By slot: what it keeps of its score. */
  let keeps = new Float64Array();
  /** By slot: the score of the words, and what the group that is being added gives; all 0 between two rankings. */
  let scores = new Float64Array();
  let best = new Float64Array();

  const statistics = (): IntentStatistics => ({
    services,
    // What stands further down in descriptions only is as rare as can be.
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
    vectors.remove(slot);
    norms[slot] = 0;
    services -= 1;
  }

  /** Adds to each service what its best term of the group gives. */
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
      leading = grown(leading, slot);
      norms = grown(norms, slot);
      keeps = grown(keeps, slot);
      scores = grown(scores, slot);
      best = grown(best, slot);
      terms.put(slot, features.terms, features.weights);
      vectors.put(slot, features.vector);
      for (const term of features.terms.slice(0, features.leading)) count(term, 1);
      leading[slot] = features.leading;
      norms[slot] = lengthNorm(features.weights.reduce((sum, packed) => sum + lengthIn(packed), 0));
      keeps[slot] = substance(descriptionTerms(features.weights));
      services += 1;
    },
    remove,
    /** The slots that answer the query, best first. */
    rank(query: IntentQuery, { passes, byId, isLast, limit }: RankOptions): RankedSlot[] {
      if (services === 0) return [];
      const weighed = weighQuery(query, statistics());
      const { groups, vector } = weighed;
      groups.forEach(addGroup);
      const nearness = vectors.nearnessTo(vector);
      const top = createTopSlots(consideredFor(limit), byId);
      let enough = leastScore;
      for (let slot = 0; slot < norms.length; slot += 1) {
        const words = scores[slot] as number;
        scores[slot] = 0;
        if (norms[slot] === 0) continue;
        const score = words + Math.max(0, nearness(slot, enough - words));
        if (score < enough || (passes && !passes(slot))) continue;
        top.add(slot, score);
        enough = Math.max(leastScore, leastShare * (top.scores[0] ?? 0), top.least());
      }
      const found = top.slots.map((slot, i) => ({
        slot,
        score: top.scores[i] as number,
        isLast: isLast(slot),
        matches: tokenMatches(groups, (term) => terms.weight(term, slot), norms[slot] as number),
        vector: vectors.vectorAt(slot),
        substance: keeps[slot] as number,
      }));
      return rankAnswers(weighed, found, limit);
    },
  };
}
export type IntentIndex = ReturnType<typeof createIntentIndex>;
