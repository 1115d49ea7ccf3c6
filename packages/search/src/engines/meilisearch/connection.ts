/** Where a Meilisearch is and which of its indexes is ours. */
export interface MeilisearchAddress {
  url: string;
  apiKey?: string | undefined;
  /** The index to use: `services` when left out. */
  indexUid?: string;
}

export const defaultIndexUid = 'services';

/** The addresses in MEILI_URL, which are separated by commas. */
export const meilisearchUrls = (list: string): string[] => [
  ...new Set(list.split(/[\s,]+/).filter((url) => url !== '')),
];

/** The address in MEILI_URL, for who keeps one node; throws when there are several. */
export function onlyMeilisearchUrl(list: string): string {
  const [url = '', ...others] = meilisearchUrls(list);
  if (others.length > 0)
    throw new Error('MEILI_URL names several search nodes, which only read-api takes. Expected: the address of one.');
  return url;
}
