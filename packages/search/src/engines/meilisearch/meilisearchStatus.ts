import { loadLanguage } from '@shirube/language';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import { currentVersion, type IndexVersion, indexSettings, readNode, readVersion } from './indexSettings.js';
import { searchFault } from './searchFault.js';

export interface MeilisearchStatus {
  documents: number;
  /** The search node that it is, if it has an index. */
  node: string | undefined;
  /** What the index was made with; undefined when it has not been made. */
  found: IndexVersion | undefined;
  /** What an indexer of this version would make it with. */
  wanted: IndexVersion;
}

/** How the index is, for operators; changes nothing. Rejects with SearchUnavailable when Meilisearch does not answer. */
export async function meilisearchStatus({
  url,
  apiKey,
  indexUid = defaultIndexUid,
}: MeilisearchAddress): Promise<MeilisearchStatus> {
  const client = new Meilisearch({ host: url, timeout: 3_000, ...(apiKey === undefined ? {} : { apiKey }) });
  const index = client.index(indexUid);
  const wanted = currentVersion(indexSettings(await loadLanguage()));
  try {
    const [attributes, { total }] = await Promise.all([
      index.getDisplayedAttributes(),
      index.getDocuments({ limit: 0 }),
    ]);
    const found = readVersion(attributes);
    return { documents: total, node: found && readNode(attributes), found, wanted };
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') {
      return { documents: 0, node: undefined, found: undefined, wanted };
    }
    throw searchFault(error);
  }
}
