/** Where a Meilisearch is and which of its indexes is ours. */
export interface MeilisearchAddress {
  url: string;
  apiKey?: string;
  /** The index to use: `services` when left out. */
  indexUid?: string;
}

export const defaultIndexUid = 'services';
