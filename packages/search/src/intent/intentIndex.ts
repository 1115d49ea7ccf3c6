import { inverseFrequency } from '../bm25.js';
import type { CompareSlots } from '../table/bestSlots.js';
import type { SlotTest } from '../table/filterTable.js';
import { createSharedVectors } from '../table/sharedVectors.js';
import { createTermIndex } from '../table/termIndex.js';
import { createTopSlots } from '../table/topSlots.js';
import type { IntentFeatures } from './intentFeatures.js';
import type { IntentQuery } from './intentQuery.js';
import { createLengthTable } from './lengthTable.js';
import { createMatchFinder, type TokenMatch } from './tokenMatches.js';
import { weighGroup } from './weighGroup.js';
import { createWordScores } from './wordScores.js';

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
  limit: number;
}

/** How much of the score the vector makes up. */
const vectorShare = 0.5;
/** What a word that no service holds counts in the bound, as a share of the rarest word there could be. */
const absentShare = 0.6;
/** Scores below these, in themselves or beside the best, are no answer. */
const leastScore = 0.2;
const leastShare = 0.4;

/** The terms and vectors of services in slots, and the ranking of intent search: the same for every engine. */
export function createIntentIndex() {
  const terms = createTermIndex();
  const lengths = createLengthTable();
  const vectors = createSharedVectors();
  const words = createWordScores(terms.lists);

  const rarity = (frequency: number): number => inverseFrequency(lengths.count(), frequency);

  return {
    put(slot: number, features: IntentFeatures): void {
      terms.put(slot, features.terms, features.weights);
      lengths.put(slot, features.weights);
      vectors.put(slot, features.vector);
    },
    remove(slot: number): void {
      terms.remove(slot);
      lengths.remove(slot);
      vectors.remove(slot);
    },
    /**
     * The slots that answer the query, best first: half by their words (BM25 over groups, against the most that all
     * groups could give), half by the nearness of their vectors.
     */
    rank({ groups, vector }: IntentQuery, { passes, byId, limit }: RankOptions): RankedSlot[] {
      if (lengths.count() === 0) return [];
      const weighed = groups.map((group) => ({ ...group, weighed: weighGroup(group, terms, rarity) }));
      const bound = weighed.reduce((sum, { weight, weighed: own }) => {
        const most = own.reduce((gain, next) => Math.max(gain, next.gain), 0);
        return sum + weight * (most || absentShare * rarity(0));
      }, 0);
      const wordShare = vector ? 1 - vectorShare : 1;
      const norms = lengths.norms();
      const scores = words.start(norms, vectors.rowOf(), vectors.rowCapacity());
      for (const group of weighed) words.add(group.weighed, (wordShare * group.weight) / bound);

      const top = createTopSlots(limit, byId);
      vectors.search(scores, { query: vector, share: vectorShare, least: leastScore }, (slot, score) => {
        if (!passes || passes(slot)) top.add(slot, score);
        return Math.max(leastScore, leastShare * (top.scores[0] ?? 0), top.least());
      });
      const least = leastShare * (top.scores[0] ?? 0);
      const matchesOf = createMatchFinder(weighed, terms, norms);
      return top.slots
        .map((slot, i) => ({ slot, score: top.scores[i] as number }))
        .filter(({ score }) => score >= least)
        .map(({ slot, score }) => ({ slot, score: Math.min(1, score), matches: matchesOf(slot) }));
    },
  };
}
export type IntentIndex = ReturnType<typeof createIntentIndex>;
