import { type Meilisearch, MeilisearchApiError } from 'meilisearch';
import { type IndexVersion, readNode, readVersion } from './indexSettings.js';

/** Returns the version of our index and its node, or undefined if there is no such index. */
export async function findVersion(
  client: Meilisearch,
  indexUid: string,
): Promise<(IndexVersion & { node: string }) | undefined> {
  try {
    const attributes = await client.index(indexUid).getDisplayedAttributes();
    const version = readVersion(attributes);
    return version && { ...version, node: readNode(attributes) };
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') return undefined;
    throw error;
  }
}
