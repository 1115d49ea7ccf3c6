import { type Meilisearch, MeilisearchApiError } from 'meilisearch';
import { type IndexVersion, readVersion } from './indexSettings.js';

/** What an index of ours was made with; undefined when there is no such index. */
export async function findVersion(client: Meilisearch, indexUid: string): Promise<IndexVersion | undefined> {
  try {
    return readVersion(await client.index(indexUid).getDisplayedAttributes());
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') return undefined;
    throw error;
  }
}
