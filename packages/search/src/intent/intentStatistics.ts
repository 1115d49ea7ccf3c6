/** What the ranking knows of the catalog as a whole. */
export interface IntentStatistics {
  services: number;
  /** How many services hold the term in their name, first sentence or category; 1 when some hold it elsewhere only. */
  frequency(term: string): number;
}
