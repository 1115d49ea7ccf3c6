import { createVectors } from '@shirube/language';
import { shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { rankByScore } from '../../intent/rankAnswers.js';
import { tokenMatches } from '../../intent/tokenMatches.js';
import { dimensions } from '../../intent/vectors.js';
import { type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import type { RankedService } from '../../searchEngine.js';
import type { Candidate } from './candidateCache.js';
import { termHash } from './candidateFeatures.js';
import type { CatalogStatistics } from './catalogStatistics.js';

/** The terms of a query, numbered, and a hash table that finds the number of a term by its hash. */
function createTermTable(terms: readonly string[]) {
  const size = 2 ** Math.ceil(Math.log2(4 * terms.length + 1));
  const numbers = new Int16Array(size).fill(-1);
  const hashes = new Uint32Array(size);
  const placeOf = (hash: number): number => {
    let place = hash & (size - 1);
    while (numbers[place] !== -1 && hashes[place] !== hash) place = (place + 1) & (size - 1);
    return place;
  };
  for (const [number, term] of terms.entries()) {
    const place = placeOf(termHash(term));
    hashes[place] = termHash(term);
    numbers[place] = number;
  }
  /** Returns the number of the term with that hash, or -1. */
  return (hash: number): number => numbers[placeOf(hash)] as number;
}

/** For each candidate the terms of the query that it holds, in flat arrays. */
interface HeldTerms {
  /** Where the terms of each candidate start, and the end. */
  starts: Uint32Array;
  numbers: Uint16Array;
  weights: Uint8Array;
}

function findHeld(candidates: readonly Candidate[], numberOf: (hash: number) => number): HeldTerms {
  let total = 0;
  for (const { features } of candidates) total += features.hashes.length;
  const held = {
    starts: new Uint32Array(candidates.length + 1),
    numbers: new Uint16Array(total),
    weights: new Uint8Array(total),
  };
  let end = 0;
  for (let i = 0; i < candidates.length; i += 1) {
    const { hashes, weights } = (candidates[i] as Candidate).features;
    for (let term = 0; term < hashes.length; term += 1) {
      const number = numberOf(hashes[term] as number);
      if (number < 0) continue;
      held.numbers[end] = number;
      held.weights[end] = weights[term] as number;
      end += 1;
    }
    held.starts[i + 1] = end;
  }
  return held;
}

/** Returns every term that can stand for a word of the query, once. */
function queryTerms({ groups, tasks }: IntentQuery): string[] {
  const terms = new Set(tasks.map(({ term }) => term));
  for (const { alternatives, neighbours } of groups) {
    for (const { term } of alternatives) terms.add(term);
    for (const { term } of neighbours) terms.add(term);
  }
  return [...terms];
}

/** Returns what the words of each candidate add to its score: for each group the best term that it holds. */
function wordScores(
  { starts, numbers, weights }: HeldTerms,
  candidates: readonly Candidate[],
  groups: readonly WeighedGroup[],
  numberOf: ReadonlyMap<string, number>,
): Float64Array {
  /** For each term its groups and what it adds to them, alternating. */
  const gains: number[][] = Array.from(numberOf, () => []);
  for (const [group, { terms }] of groups.entries()) {
    for (const { term, gain } of terms) gains[numberOf.get(term) ?? -1]?.push(group, gain);
  }
  const best = new Float64Array(groups.length);
  const scores = new Float64Array(candidates.length);
  for (let i = 0; i < scores.length; i += 1) {
    const { norm } = (candidates[i] as Candidate).features;
    best.fill(0);
    for (let at = starts[i] as number; at < (starts[i + 1] as number); at += 1) {
      const share = shareIn(weights[at] as number, norm);
      const own = gains[numbers[at] as number] as number[];
      for (let k = 0; k < own.length; k += 2) {
        const group = own[k] as number;
        best[group] = Math.max(best[group] as number, (own[k + 1] as number) * share);
      }
    }
    let sum = 0;
    for (let group = 0; group < best.length; group += 1) sum += best[group] as number;
    scores[i] = sum;
  }
  return scores;
}

/** Creates the function that returns the best candidates, best first, ties by id. */
export function createCandidateRanker() {
  // Reused, because it only holds the candidates of one query at a time.
  const vectors = createVectors(dimensions);

  return (
    query: IntentQuery,
    statistics: CatalogStatistics,
    candidates: readonly Candidate[],
    limit: number,
  ): RankedService[] => {
    const terms = queryTerms(query);
    const numbers = new Map(terms.map((term, number) => [term, number]));
    const held = findHeld(candidates, createTermTable(terms));
    const isHeld = new Uint8Array(terms.length);
    const end = held.starts[candidates.length] as number;
    for (let at = 0; at < end; at += 1) isHeld[held.numbers[at] as number] = 1;
    const weighed = weighQuery(
      query,
      statistics.among((term) => isHeld[numbers.get(term) ?? -1] === 1),
    );
    const scores = wordScores(held, candidates, weighed.groups, numbers);

    for (const [i, { features }] of candidates.entries()) vectors.put(i, features.vector);
    const scales = candidates.map(({ features }) => features.scale);
    const idOf = (i: number): string => (candidates[i] as Candidate).id;
    const ranked = rankByScore(
      weighed,
      scores,
      {
        vectors,
        scales,
        isBefore: (a, b) => idOf(a) < idOf(b),
        isLast: (i) => (candidates[i] as Candidate).isLast,
        answerAt(i, score, isRanked) {
          const { service, isLast, features } = candidates[i] as Candidate;
          const { norm, vector, substance } = features;
          const weights = new Map<string, number>();
          for (let at = held.starts[i] as number; at < (held.starts[i + 1] as number); at += 1) {
            weights.set(terms[held.numbers[at] as number] ?? '', held.weights[at] as number);
          }
          const matches = isRanked ? tokenMatches(weighed.groups, weights, norm) : [];
          return { service, score, isLast, matches, vector, substance };
        },
      },
      limit,
    );
    return ranked.map(({ service, score, matches, isLast }) => ({
      service,
      score,
      matches,
      isLast,
    }));
  };
}
