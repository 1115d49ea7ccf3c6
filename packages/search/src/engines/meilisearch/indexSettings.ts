import { createHash } from 'node:crypto';
import { mainNode } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import type { Settings } from 'meilisearch';
import { documentVersion } from '../../document/toDocument.js';
import { mostCounted } from './catalogStatistics.js';
import { synonymSettings } from './synonymSettings.js';

/** No wall: pages may go to the end of any catalog. */
const maxTotalHits = 1_000_000_000;

const versionPrefix = 'shirube-version-';
const nodePrefix = 'shirube-node-';
const markPattern = new RegExp(`^${versionPrefix}([^-]+)-([^-]+)$`);

/** What an index was made with: the form of its documents, and its settings. */
export interface IndexVersion {
  document: string;
  settings: string;
}

// The words of every synonym are read for them, which takes most of a second.
const made = new WeakMap<Language, Settings>();

/** The settings of the index; a change of them here is applied at the next start of an indexer. */
export function indexSettings(language: Language): Settings {
  const settings = made.get(language) ?? makeSettings(language);
  made.set(language, settings);
  return settings;
}

function makeSettings(language: Language): Settings {
  return {
    // The category comes last: it is said of a service, not by it.
    searchableAttributes: ['name', 'description', 'categoryText'],
    displayedAttributes: ['id', 'revision', 'service', 'features', 'duplicate', 'last'],
    filterableAttributes: [
      {
        attributePatterns: [
          ...['category', 'chains', 'status', 'currency', 'payTo', 'testnet', 'callType', 'discoverable'],
          ...['duplicate', 'last', 'keyTerms', 'cell'],
        ],
        features: { facetSearch: false, filter: { equality: true, comparison: false } },
      },
      {
        // By those of them that lists are sorted by, a page is found that starts behind a service.
        attributePatterns: ['price', 'freeQuota', 'trustScore', 'nameKey', 'updatedAt', 'id'],
        features: { facetSearch: false, filter: { equality: true, comparison: true } },
      },
    ],
    sortableAttributes: ['duplicate', 'id', 'last', 'nameKey', 'price', 'silent', 'trustScore', 'updatedAt'],
    // Possible duplicates come last. An asked-for order comes before relevance; the id makes every order complete, so that pages never overlap. What
    // holds the words themselves comes before what holds synonyms, which count as if they had been asked for. What holds them in the same attribute is
    // about equally relevant: what does not answer comes last and the trusted first, wherever in the text they stand.
    rankingRules: [
      'duplicate:asc',
      'sort',
      'words',
      'exactness',
      'typo',
      'proximity',
      'attributeRank',
      'silent:asc',
      'trustScore:desc',
      'wordPosition',
      'id:asc',
    ],
    // Whether words stand in the same text, not how near: descriptions are short, and indexing takes a third less time.
    proximityPrecision: 'byAttribute',
    // Without it a run of kanji is cut as Chinese.
    localizedAttributes: [{ attributePatterns: ['*'], locales: ['jpn'] }],
    synonyms: synonymSettings(language),
    typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 } },
    pagination: { maxTotalHits },
    // What statistics are made of: the commonest terms.
    faceting: { maxValuesPerFacet: mostCounted, sortFacetValuesBy: { '*': 'count' } },
    facetSearch: false,
    // Longer than a reader waits: a search that is cut short would lack results without saying so.
    searchCutoffMs: 2_000,
  };
}

/** The version of an index with these settings. */
export function currentVersion(settings: Settings): IndexVersion {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  return { document: String(documentVersion), settings: hash };
}

/**
 * The settings with their version and the name of the node written into them, as the names of attributes that no
 * document has: so they are set together with them, in one task, and stay with the index when indexes are swapped.
 */
export function withVersion(settings: Settings, { document, settings: hash }: IndexVersion, node: string): Settings {
  const marks = [`${versionPrefix}${document}-${hash}`, `${nodePrefix}${node}`];
  return { ...settings, displayedAttributes: [...(settings.displayedAttributes ?? []), ...marks] };
}

/** The version written into an index, if there is one: an index without it is not one of ours, or not complete. */
export function readVersion(displayedAttributes: readonly string[]): IndexVersion | undefined {
  for (const attribute of displayedAttributes) {
    const [, document, settings] = markPattern.exec(attribute) ?? [];
    if (document !== undefined && settings !== undefined) return { document, settings };
  }
  return undefined;
}

/** The search node that an index of ours belongs to. */
export function readNode(displayedAttributes: readonly string[]): string {
  const mark = displayedAttributes.find((attribute) => attribute.startsWith(nodePrefix));
  // Indexes of earlier versions name none.
  return mark?.slice(nodePrefix.length) ?? mainNode;
}
