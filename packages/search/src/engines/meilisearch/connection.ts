/** The address of a Meilisearch and the name of our index in it. */
export interface MeilisearchAddress {
  url: string;
  apiKey?: string | undefined;
  /** The index to use. `services` by default. */
  indexUid?: string;
}

export const defaultIndexUid = 'services';

/** Returns the addresses in MEILI_URL, which are separated by commas. */
export const meilisearchUrls = (list: string): string[] => [
  ...new Set(list.split(/[\s,]+/).filter((url) => url !== '')),
];

/** Returns the address in MEILI_URL for an indexer, which maintains a single node. Throws if there are several. */
export function onlyMeilisearchUrl(list: string): string {
  const [url = '', ...others] = meilisearchUrls(list);
  if (others.length > 0)
    throw new Error('MEILI_URL names several search nodes, which only read-api takes. Expected: the address of one.');
  return url;
}
