import type { SearchDocument } from '@shirube/contracts';
import { withoutHosts } from '../document/withoutHosts.js';
import type { Embedder } from './createEmbedder.js';

/** Enough to say what a service does. Models truncate longer texts anyway. */
const longest = 1_000;
const textOf = ({ service, description }: SearchDocument): string =>
  `${withoutHosts(service.name)}. ${description}`.slice(0, longest);

/** Returns the vectors of documents. Empty without an embedder or while it is unavailable. */
export async function embedDocuments(
  embedder: Embedder | undefined,
  documents: readonly SearchDocument[],
): Promise<Map<SearchDocument, Float32Array>> {
  const found = documents.length === 0 ? undefined : await embedder?.documents(documents.map(textOf));
  return new Map(found?.map((vector, i) => [documents[i] as SearchDocument, vector]));
}
