import type { Alternative } from '@shirube/language';
import { bestSlots, type CompareSlots } from '../table/bestSlots.js';
import type { SlotTest } from '../table/filterTable.js';
import { highestSlots } from '../table/highestSlots.js';
import { createTermIndex, slotOf, type Term, weightOf } from '../table/termIndex.js';
import { createVectorTable, wholeVector } from '../table/vectorTable.js';
import { dimensions, type IntentFeatures, place, placesIn, weightIn } from './intentFeatures.js';
import type { IntentGroup, IntentQuery } from './intentQuery.js';

/** A token of the query, and the word of the service that stands for it. */
export interface TokenMatch {
  token: string;
  alternative: Alternative;
  /** Where it occurs: bits of `place`. */
  places: number;
}

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

const k1 = 1.2;
const b = 0.5;
/** Weights are counted in halves. */
const unit = 2;
/** How much of the score the vector makes up. */
const vectorShare = 0.5;
/** What a word that no service holds counts in the bound, as a share of the rarest word there could be. */
const absentShare = 0.6;
const neighbourShare = 0.8;
const mostNeighbours = 10;
/** Axes that the first guess looks at, and services that are looked at closely after it. */
const guessDimensions = 32;
const closelyAtLeast = 500;
/** Scores below these, in themselves or beside the best, are no answer. */
const leastScore = 0.2;
const leastShare = 0.4;

/** Alternatives of one group that a reason names. */
const mostNamed = 3;

const isItself = ({ alternative: { source } }: TokenMatch): boolean =>
  source === 'as-is' || source === 'stem';

interface Weighed {
  alternative: Alternative;
  term: Term;
  gain: number;
}

/** The terms and vectors of services in slots, and the ranking of intent search: the same for every engine. */
export function createIntentIndex() {
  const terms = createTermIndex();
  const vectors = createVectorTable(dimensions, guessDimensions);
  const lengths: number[] = [];
  let count = 0;
  let totalLength = 0;

  function remove(slot: number): void {
    if (lengths[slot] === undefined) return;
    totalLength -= lengths[slot];
    count -= 1;
    delete lengths[slot];
    terms.remove(slot);
    vectors.remove(slot);
  }

  const inverseFrequency = (frequency: number): number =>
    Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));

  /** The alternatives of a group that occur, each once, with what it could add to a score. */
  function weigh({ alternatives, neighbours }: IntentGroup): Weighed[] {
    const weighed = new Map<string, Weighed>();
    const offer = (alternative: Alternative, term: Term) => {
      const gain = alternative.weight * inverseFrequency(term.entries.length);
      if (gain > (weighed.get(alternative.term)?.gain ?? 0))
        weighed.set(alternative.term, { alternative, term, gain });
    };
    for (const alternative of alternatives) {
      const term = terms.find(alternative.term);
      if (term) offer(alternative, term);
    }
    const used = new Map<Alternative, number>();
    for (const { of, term: text, surface, cosine } of neighbours) {
      const term = terms.find(text);
      const before = used.get(of) ?? 0;
      if (!term || before >= mostNeighbours) continue;
      used.set(of, before + 1);
      // A rare neighbour of a common word must not count for more than the word.
      const own = inverseFrequency(terms.find(of.term)?.entries.length ?? 0);
      const rarity = Math.min(1, own / inverseFrequency(term.entries.length));
      offer(
        { term: text, surface, weight: neighbourShare * cosine * of.weight * rarity, source: 'neighbour' },
        term,
      );
    }
    return [...weighed.values()];
  }

  const saturation = (packed: number, slot: number): number => {
    const weight = weightIn(packed) / unit;
    const length = (lengths[slot] ?? 0) / (totalLength / count);
    return weight / (weight + k1 * (1 - b + b * length));
  };

  /** Adds what each service holds of a group to its score: its best alternative, times `share`. */
  function addGroup(
    weighed: readonly Weighed[],
    share: number,
    scores: Float32Array,
    best: Float32Array,
  ): void {
    const touched: number[] = [];
    for (const { term, gain } of weighed) {
      for (const entry of term.entries) {
        const slot = slotOf(entry);
        const part = gain * saturation(weightOf(entry), slot);
        const before = best[slot] as number;
        if (before === 0) touched.push(slot);
        if (part > before) best[slot] = part;
      }
    }
    for (const slot of touched) {
      scores[slot] = (scores[slot] as number) + share * (best[slot] as number);
      best[slot] = 0;
    }
  }

  /**
   * What stands for each group in a service: the word itself where its name or description has it, else those
   * alternatives that count most.
   */
  function matchesOf(groups: readonly { token: string; weighed: Weighed[] }[], slot: number): TokenMatch[] {
    return groups.flatMap(({ token, weighed }) => {
      const held = weighed.flatMap(({ alternative, term, gain }) => {
        const packed = terms.weight(term, slot);
        const part = gain * saturation(packed, slot);
        return packed === 0 ? [] : { part, match: { token, alternative, places: placesIn(packed) } };
      });
      const itself = held.find(({ match }) => isItself(match) && (match.places & ~place.category) !== 0);
      if (itself) return itself.match;
      return held
        .sort((x, y) => y.part - x.part)
        .slice(0, mostNamed)
        .map(({ match }) => match);
    });
  }

  return {
    put(slot: number, features: IntentFeatures): void {
      remove(slot);
      terms.put(slot, features.terms);
      vectors.put(slot, features.vector);
      let length = 0;
      for (const packed of features.terms.values()) length += weightIn(packed) / unit;
      lengths[slot] = length;
      totalLength += length;
      count += 1;
    },
    remove,
    /**
     * The slots that answer the query, best first: half by their words (BM25 over groups, against the most that all
     * groups could give), half by the nearness of their vectors.
     */
    rank({ groups, vector }: IntentQuery, { passes, byId, limit }: RankOptions): RankedSlot[] {
      if (count === 0) return [];
      const capacity = lengths.length;
      const scores = new Float32Array(capacity);
      const best = new Float32Array(capacity);
      const weighed = groups.map((group) => ({ ...group, weighed: weigh(group) }));
      const rarest = inverseFrequency(0);
      const bound = weighed.reduce((sum, { weight, weighed: own }) => {
        const most = own.reduce((gain, next) => Math.max(gain, next.gain), 0);
        return sum + weight * (most || absentShare * rarest);
      }, 0);
      const wordShare = vector ? 1 - vectorShare : 1;
      for (const group of weighed) addGroup(group.weighed, (wordShare * group.weight) / bound, scores, best);

      const words = vector ? scores.slice() : scores;
      const whole = vector && wholeVector(vector);
      if (whole) vectors.addGuesses(whole, vectorShare, scores);
      const close = highestSlots(scores, passes, Math.max(closelyAtLeast, 10 * limit));
      if (whole) {
        for (const slot of close) {
          scores[slot] = (words[slot] as number) + vectorShare * Math.max(0, vectors.cosine(whole, slot));
        }
      }
      const ranked = bestSlots(
        close,
        limit,
        (x, y) => (scores[y] as number) - (scores[x] as number) || byId(x, y),
      );
      const least = Math.max(leastScore, leastShare * (scores[ranked[0] ?? 0] ?? 0));
      return ranked
        .filter((slot) => (scores[slot] as number) >= least)
        .map((slot) => ({
          slot,
          score: Math.min(1, scores[slot] as number),
          matches: matchesOf(weighed, slot),
        }));
    },
  };
}
export type IntentIndex = ReturnType<typeof createIntentIndex>;
