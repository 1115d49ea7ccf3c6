import type { NearCell } from '@shirube/language';
import type { WeighedQuery } from '../../intent/weighQuery.js';
import type { CatalogStatistics } from './catalogStatistics.js';

/** Sets of terms, of each of which a service must hold one. */
export type Combination = readonly (readonly string[])[];

/** Services are asked for that lie in one of the cells (anywhere, when left out) and hold one of the combinations. */
export interface CandidateClause {
  cells: readonly number[] | undefined;
  combinations: readonly Combination[];
}

interface Ring {
  cells: readonly number[] | undefined;
  /** How near the query its outermost cell lies. */
  nearness: number;
  /** The share of all services that lie in it. */
  share: number;
}

interface PlannedTerm {
  term: string;
  gain: number;
  frequency: number;
}

/** Of each of the sets a service must hold one. */
type TermSets = readonly (readonly PlannedTerm[])[];

/** How many of the nearest cells make up each ring around the query. */
const ringCells = [8, 64];
export const mostCells = Math.max(...ringCells);
/**
 * What a cell tells of the score of the services in it, for each 1 of its centre's cosine, as a share of what the vector
 * makes up: measured, see docs/ranking.md.
 */
const cellShare = 0.5;
/** The cosine at which services outside of all rings are taken to lie. */
const elsewhere = 0.05;
/** Words of one query, and a word and its cell, come together more often than by chance. */
const togetherness = 2;
const mostGroups = 16;
const mostTerms = 8;
const steps = 10;

/**
 * Chooses whom to ask for, so that about `budget` services come, and among them nearly all of the best. There is one
 * threshold: whoever could reach it is asked for. The nearer a ring lies to the query, the less a service in it must
 * bring by its words; one word that brings enough suffices, or two that bring half of it each. The threshold is
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
      sets: bringing(threshold - cellShare * query.nearness * ring.nearness, groups),
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

/** The words that bring most, of the things that bring most. */
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

/** Everything, and the rings of nearest cells; without a vector there are no cells. */
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

/** The words, and the pairs of words, that bring at least `need` to a score; no sets when a service needs none. */
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
