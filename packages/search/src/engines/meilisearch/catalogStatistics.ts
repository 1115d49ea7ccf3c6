import type { IntentStatistics } from '../../intent/intentStatistics.js';

/** Values of a facet that Meilisearch counts, the commonest first: as many as statistics hold. */
export const mostCounted = 10_000;
/** What a term that is not among the commonest occurs in, as a share of the rarest that is. */
const rareShare = 0.5;

/** How Meilisearch counts facets: how many documents hold each value. */
export interface FacetAnswer {
  estimatedTotalHits: number;
  /** Without the facets that no document has. */
  facetDistribution: { keyTerms?: Record<string, number>; cell?: Record<string, number> };
}

/** What a reader knows of the catalog: bounded by the vocabulary, however many services there are. */
export interface CatalogStatistics {
  services: number;
  cellSize(cell: number): number;
  /** Frequencies before candidates are known: a term that was not counted may occur, and is rare then. */
  forPlan: IntentStatistics;
  /** Frequencies once candidates are known: a term that was not counted occurs when one of them holds it. */
  among(holds: (term: string) => boolean): IntentStatistics;
}

export function toStatistics({ estimatedTotalHits, facetDistribution }: FacetAnswer): CatalogStatistics {
  const services = Math.max(1, estimatedTotalHits);
  const { keyTerms = {}, cell: cellSizes = {} } = facetDistribution;
  const counted = new Map(Object.entries(keyTerms));
  const cells = new Map(Object.entries(cellSizes).map(([cell, count]) => [Number(cell), count]));
  const isComplete = counted.size < mostCounted;
  // Where all terms were counted, one that is not among them is new, or stands further down in descriptions only.
  const rare = isComplete ? 1 : rareShare * Math.min(...counted.values());
  return {
    services,
    cellSize: (cell) => cells.get(cell) ?? 0,
    forPlan: { services, frequency: (term) => counted.get(term) ?? rare },
    among: (holds) => ({
      services,
      frequency: (term) => counted.get(term) ?? (holds(term) ? rare : 0),
    }),
  };
}
