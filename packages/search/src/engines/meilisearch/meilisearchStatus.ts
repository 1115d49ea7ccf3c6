import { loadLanguage } from '@shirube/language';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import { currentVersion, type IndexVersion, indexSettings, readVersion } from './indexSettings.js';
import { throwFault } from './searchFault.js';

export interface MeilisearchStatus {
  documents: number;
  /** The name of the search node, if it has an index. */
  node: string | undefined;
  /** What the index was made with. Undefined if it does not exist yet. */
  found: IndexVersion | undefined;
  /** What an indexer of this version would make it with. */
  wanted: IndexVersion;
}

/**
 * Returns the status of the index for operators, without changing anything. Rejects with SearchUnavailable if
 * Meilisearch does not respond.
 */
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
    const { node, ...found } = readVersion(attributes) ?? { node: undefined };
    return { documents: total, node, found: 'document' in found ? found : undefined, wanted };
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') {
      return { documents: 0, node: undefined, found: undefined, wanted };
    }
    throwFault(error);
  }
}
