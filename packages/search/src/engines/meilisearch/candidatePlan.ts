import type { NearCell } from '@shirube/language';
import type { WeighedQuery, WeighedTerm } from '../../intent/weighQuery.js';
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

interface SizedCombination {
  terms: Combination;
  /** How many services are expected to hold it. */
  size: number;
}

/** How many of the nearest cells make up each ring around the query. */
const ringCells = [16, 96];
export const mostCells = Math.max(...ringCells);
/** What a cell tells of the score of the services in it, for each 1 of its centre's cosine: measured, see docs/ranking.md. */
const cellShare = 0.25;
/** The cosine at which services outside of all rings are taken to lie. */
const elsewhere = 0.05;
/** Words of one query, and a word and its cell, come together more often than by chance. */
const togetherness = 2;
const mostGroups = 16;
const mostTerms = 8;
const steps = 12;

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
  const groups = query.groups
    .map(({ terms }) => terms.toSorted((a, b) => b.gain - a.gain).slice(0, mostTerms))
    .filter((terms) => terms.length > 0)
    .sort((a, b) => (b[0]?.gain ?? 0) - (a[0]?.gain ?? 0))
    .slice(0, mostGroups);
  const rings = ringsAround(cells, statistics);
  const reaching = (threshold: number) =>
    rings.map((ring) => ({
      ring,
      combinations: bringing(threshold - cellShare * ring.nearness, groups, statistics),
    }));

  let [low, high] = [0, 1];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    const expected = reaching(middle).reduce((sum, part) => sum + sizeOf(part), 0);
    if (expected > budget) low = middle;
    else high = middle;
  }
  return reaching(high).flatMap(({ ring, combinations }) =>
    combinations.length > 0
      ? { cells: ring.cells, combinations: combinations.map(({ terms }) => terms) }
      : [],
  );
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

/** The combinations of words that bring at least `need` to a score. */
function bringing(
  need: number,
  groups: readonly (readonly WeighedTerm[])[],
  { services, forPlan }: CatalogStatistics,
): SizedCombination[] {
  if (need <= 0) return [{ terms: [], size: services }];
  const holding = (terms: readonly WeighedTerm[]) =>
    Math.min(
      services,
      terms.reduce((sum, { term }) => sum + forPlan.frequency(term), 0),
    );
  const names = (terms: readonly WeighedTerm[]) => [...new Set(terms.map(({ term }) => term))];
  const alone = groups.flatMap((terms) => terms.filter(({ gain }) => gain >= need));
  const halves = groups.map((terms) => terms.filter(({ gain }) => gain < need && gain >= need / 2));
  const pairs = halves.flatMap((first, i) => {
    const second = halves.slice(i + 1).flat();
    if (first.length === 0 || second.length === 0) return [];
    const [a, b] = [holding(first), holding(second)];
    return { terms: [names(first), names(second)], size: Math.min(a, b, (togetherness * a * b) / services) };
  });
  return alone.length > 0 ? [{ terms: [names(alone)], size: holding(alone) }, ...pairs] : pairs;
}

function sizeOf({ ring, combinations }: { ring: Ring; combinations: SizedCombination[] }): number {
  return combinations.reduce((sum, { terms, size }) => {
    const share = terms.length === 0 ? ring.share : Math.min(1, togetherness * ring.share);
    return sum + size * share;
  }, 0);
}
