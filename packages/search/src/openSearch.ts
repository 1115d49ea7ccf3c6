import { join } from 'node:path';
import { mainNode } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from './engines/embedded/createEmbeddedEngine.js';
import { onlyMeilisearchUrl } from './engines/meilisearch/connection.js';
import { createMeilisearchIndex } from './engines/meilisearch/createMeilisearchIndex.js';
import { createMeilisearchReader, type MeilisearchReader } from './engines/meilisearch/createMeilisearchReader.js';
import type { NodeStanding } from './engines/meilisearch/spreadingClient.js';
import type { SearchIndex } from './searchEngine.js';

/** The environment variables that configure the search engine. */
export interface SearchSettings {
  MEILI_URL?: string | undefined;
  MEILI_API_KEY?: string | undefined;
  SEARCH_NODE: string;
  SEARCH_DEADLINE_MS: number;
  INTENT_CACHE_MB: number;
  DATA_DIR: string;
}

/** Both sides of the configured search engine. The caller that opens a side closes it. */
export interface Search {
  /** Whether the engine runs in this process. No other process can then read or write its index. */
  isEmbedded: boolean;
  /** The search node that `index` maintains. */
  node: string;
  /** Creates the reading side. If MEILI_URL names several nodes, `standings` returns how they compare. */
  reader(standings?: () => Promise<readonly NodeStanding[]>): MeilisearchReader;
  /** Creates the writing side. Throws if MEILI_URL names several nodes. */
  index(): SearchIndex;
}

/** Opens the Meilisearch of MEILI_URL, or by default the embedded engine. */
export async function openSearch(settings: SearchSettings): Promise<Search> {
  const { MEILI_URL: url, MEILI_API_KEY: apiKey, SEARCH_NODE: node, DATA_DIR: data } = settings;
  const limits = { deadline: settings.SEARCH_DEADLINE_MS };
  const intentCacheMb = settings.INTENT_CACHE_MB;
  if (url) {
    return {
      isEmbedded: false,
      node,
      reader: (standings) => createMeilisearchReader({ url, apiKey, limits, standings, intentCacheMb }),
      index: () => createMeilisearchIndex({ url: onlyMeilisearchUrl(url), apiKey, node }),
    };
  }
  const engine = createEmbeddedEngine(await loadLanguage(), { folder: join(data, 'search') });
  return {
    isEmbedded: true,
    node: mainNode,
    reader: () => ({ ...engine, nodes: () => [], cacheUse: () => undefined }),
    index: () => engine,
  };
}
