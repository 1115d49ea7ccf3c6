import { join } from 'node:path';
import { mainNode } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from './engines/embedded/createEmbeddedEngine.js';
import { onlyMeilisearchUrl } from './engines/meilisearch/connection.js';
import { createMeilisearchIndex } from './engines/meilisearch/createMeilisearchIndex.js';
import { createMeilisearchReader, type MeilisearchReader } from './engines/meilisearch/createMeilisearchReader.js';
import type { TextStore } from './engines/meilisearch/documentWriter.js';
import type { NodeStanding } from './engines/meilisearch/spreadingClient.js';
import type { SearchIndex } from './searchEngine.js';

/** The variables that name the search engine. */
export interface SearchSettings {
  MEILI_URL?: string | undefined;
  MEILI_API_KEY?: string | undefined;
  SEARCH_NODE: string;
  SEARCH_DEADLINE_MS: number;
  DATA_DIR: string;
}

/** Both sides of the search engine that the variables name; who opens a side closes it. */
export interface Search {
  /** The engine lives in this process, so nobody else can read it or index into it. */
  isEmbedded: boolean;
  /** The search node that `index` keeps. */
  node: string;
  /** The reading side; where MEILI_URL names several nodes, `standings` tells how they stand to each other. */
  reader(standings?: () => Promise<readonly NodeStanding[]>): MeilisearchReader;
  /** The writing side; throws where MEILI_URL names several. What is made of texts is kept in `texts`. */
  index(texts?: TextStore): SearchIndex;
}

/** The Meilisearch of MEILI_URL, else the engine inside this process. */
export async function openSearch(settings: SearchSettings): Promise<Search> {
  const { MEILI_URL: url, MEILI_API_KEY: apiKey, SEARCH_NODE: node, DATA_DIR: data } = settings;
  const limits = { deadline: settings.SEARCH_DEADLINE_MS };
  if (url) {
    return {
      isEmbedded: false,
      node,
      reader: (standings) => createMeilisearchReader({ url, apiKey, limits, standings }),
      index: (texts) => createMeilisearchIndex({ url: onlyMeilisearchUrl(url), apiKey, node, texts }),
    };
  }
  const engine = createEmbeddedEngine(await loadLanguage(), { folder: join(data, 'search') });
  return {
    isEmbedded: true,
    node: mainNode,
    reader: () => ({ ...engine, nodes: () => [] }),
    index: () => engine,
  };
}
