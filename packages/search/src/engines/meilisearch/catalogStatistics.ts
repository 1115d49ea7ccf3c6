import { taskTerm } from '../../intent/intentFeatures.js';
import type { IntentStatistics } from '../../intent/weighQuery.js';

/** How many values of a facet Meilisearch counts, most common first. The statistics hold as many. */
export const mostCounted = 10_000;
/** The assumed frequency of a term that is not among the most common, as a share of the rarest counted term. */
const rareShare = 0.5;

/** The facets that are counted. */
export const countedFacets = ['keyTerms', 'tasks', 'cell'] as const;
type CountedFacet = (typeof countedFacets)[number];

/** The facet counts of Meilisearch: how many documents hold each value. */
export interface FacetAnswer {
  estimatedTotalHits: number;
  /** Without the facets that no document has. */
  facetDistribution: Partial<Record<CountedFacet, Record<string, number>>>;
}

/** What a reader knows about the catalog. Its size is bounded by the vocabulary, not by the number of services. */
export interface CatalogStatistics {
  services: number;
  cellSize(cell: number): number;
  /** Frequencies before the candidates are known. A term that was not counted may occur, and is then rare. */
  forPlan: IntentStatistics;
  /** Frequencies once the candidates are known. A term that was not counted occurs if one of them holds it. */
  among(holds: (term: string) => boolean): IntentStatistics;
}

export function toStatistics({ estimatedTotalHits, facetDistribution }: FacetAnswer): CatalogStatistics {
  const services = Math.max(1, estimatedTotalHits);
  const { keyTerms = {}, tasks = {}, cell: cellSizes = {} } = facetDistribution;
  const counted = new Map(Object.entries(keyTerms));
  const cells = new Map(Object.entries(cellSizes).map(([cell, count]) => [Number(cell), count]));
  const isComplete = counted.size < mostCounted;
  // If all terms were counted, a term that is not among them is new or occurs only later in descriptions.
  const rare = isComplete ? 1 : rareShare * Math.min(...counted.values());
  for (const [id, count] of Object.entries(tasks)) counted.set(taskTerm(id), count);
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
