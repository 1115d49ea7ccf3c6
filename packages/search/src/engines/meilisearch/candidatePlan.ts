import type { NearCell } from '@shirube/language';
import { shares } from '../../intent/formula.js';
import type { WeighedQuery } from '../../intent/weighQuery.js';
import type { CatalogStatistics } from './catalogStatistics.js';

/** Sets of terms. A service must hold at least one term of each set. */
export type Combination = readonly (readonly string[])[];

/** Matches services that lie in one of the cells (anywhere, if not given) and hold one of the combinations. */
export interface CandidateClause {
  cells: readonly number[] | undefined;
  combinations: readonly Combination[];
}

interface Ring {
  cells: readonly number[] | undefined;
  /** How near to the query its outermost cell is. */
  nearness: number;
  /** The share of all services that are in it. */
  share: number;
}

interface PlannedTerm {
  term: string;
  gain: number;
  frequency: number;
}

/** A service must hold one term of each set. */
type TermSets = readonly (readonly PlannedTerm[])[];

/** How many of the nearest cells make up each ring around the query. */
const ringCells = [8, 64];
export const mostCells = Math.max(...ringCells);
/**
 * How much a cell predicts of the score of its services, per 1 of its centre's cosine, as a share of the vector's part
 * of the score. Measured: see docs/ranking.md.
 */
const cellShare = 0.5;
/** The cosine that is assumed for services outside of all rings. */
const elsewhere = 0.05;
/** Words of one query, and a word and its cell, occur together more often than by chance. */
const togetherness = 2;
const mostGroups = 16;
const mostTerms = 8;
const steps = 10;

/**
 * Chooses the candidates so that about `budget` services are found, with nearly all of the best among them. There is
 * one threshold, and every service that could reach it is a candidate. The nearer a ring is to the query, the less a
 * service in it needs from its words: one word that gives enough, or two that give half of it each. The threshold is
 * lowered until the budget is used up.
 */
export function planCandidates(
  query: WeighedQuery,
  cells: readonly NearCell[],
  statistics: CatalogStatistics,
  budget: number,
): CandidateClause[] {
  const groups = plannedGroups(query, statistics);
  const rings = ringsAround(cells, statistics);
  const reaching = (threshold: number) =>
    rings.map((ring) => ({
      ring,
      sets: bringing(threshold - cellShare * shares.vector * ring.nearness, groups),
    }));
  const expected = (threshold: number) =>
    reaching(threshold).reduce((sum, { ring, sets }) => sum + sizeOf(ring, sets, statistics.services), 0);

  let [low, high] = [0, 1];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (expected(middle) > budget) low = middle;
    else high = middle;
  }
  return reaching(high).flatMap(({ ring, sets }) =>
    sets.length > 0 ? { cells: ring.cells, combinations: sets.map(namesOf) } : [],
  );
}

/** The words with the highest gain, of the groups with the highest gain. */
function plannedGroups({ groups }: WeighedQuery, { forPlan }: CatalogStatistics): TermSets {
  const most = (terms: readonly PlannedTerm[]) => terms[0]?.gain ?? 0;
  return groups
    .map(({ terms }) =>
      terms
        .map(({ term, gain }) => ({ term, gain, frequency: forPlan.frequency(term) }))
        .sort((a, b) => b.gain - a.gain)
        .slice(0, mostTerms),
    )
    .filter((terms) => terms.length > 0)
    .sort((a, b) => most(b) - most(a))
    .slice(0, mostGroups);
}

/** Everything, and the rings of the nearest cells. Without a vector there are no cells. */
function ringsAround(cells: readonly NearCell[], { services, cellSize }: CatalogStatistics): Ring[] {
  const everywhere: Ring = { cells: undefined, nearness: cells.length > 0 ? elsewhere : 0, share: 1 };
  if (cells.length === 0) return [everywhere];
  const rings = ringCells.map((count) => {
    const own = cells.slice(0, count);
    return {
      cells: own.map(({ cell }) => cell),
      nearness: own.at(-1)?.cosine ?? 0,
      share: own.reduce((sum, { cell }) => sum + cellSize(cell), 0) / services,
    };
  });
  return [everywhere, ...rings];
}

/**
 * The words, and the pairs of words, that add at least `need` to a score. A combination without sets if a service needs
 * no words.
 */
function bringing(need: number, groups: TermSets): TermSets[] {
  if (need <= 0) return [[]];
  const alone = groups.flatMap((terms) => terms.filter(({ gain }) => gain >= need));
  const halves = groups
    .map((terms) => terms.filter(({ gain }) => gain < need && gain >= need / 2))
    .filter((terms) => terms.length > 0);
  const pairs = halves.slice(0, -1).map((first, i) => [first, halves.slice(i + 1).flat()]);
  return alone.length > 0 ? [[alone], ...pairs] : pairs;
}

const namesOf = (sets: TermSets): Combination => sets.map((terms) => [...new Set(terms.map(({ term }) => term))]);

/** How many services in the ring are expected to hold one of the combinations. */
function sizeOf({ share, cells }: Ring, combinations: readonly TermSets[], services: number): number {
  const within = cells ? Math.min(1, togetherness * share) : 1;
  let sum = 0;
  for (const sets of combinations) {
    if (sets.length === 0) return services * share;
    const holding = sets.map((terms) => terms.reduce((all, { frequency }) => all + frequency, 0));
    const byChance = holding.reduce((all, count) => (togetherness * all * count) / services, services / togetherness);
    sum += Math.min(services, byChance, ...holding) * within;
  }
  return sum;
}
