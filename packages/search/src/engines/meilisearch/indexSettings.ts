import { createHash } from 'node:crypto';
import { mainNode } from '@shirube/contracts';
import { hasJapanese, type Language } from '@shirube/language';
import { type Meilisearch, MeilisearchApiError, type Settings, type Synonyms } from 'meilisearch';
import { documentVersion } from '../../document/toDocument.js';
import { synonymWords } from '../../keyword/keywordQuery.js';
import { mostCounted } from './catalogStatistics.js';

/** Meilisearch looks synonyms up for up to three words of a query together. */
const longestKey = 3;

/**
 * Returns the synonyms in the form that Meilisearch matches. Meilisearch splits keys into words without knowing their
 * language and takes kanji alone for Chinese, so a key such as 翻訳 would never match. A trailing middle dot, which is
 * not a word, marks the key as Japanese. Words are separated by spaces as in queries.
 */
function synonymSettings(language: Language): Synonyms {
  const settings: Record<string, string[]> = {};
  for (const { term, synonyms } of synonymWords(language)) {
    if (term.length === 0 || term.length > longestKey) continue;
    const text = term.join(' ');
    const key = hasJapanese(text) ? `${text}・` : text;
    settings[key] = synonyms.map((words) => words.join(' '));
  }
  return settings;
}

/** No limit: pages may go to the end of any catalog. */
const maxTotalHits = 1_000_000_000;

const versionPrefix = 'shirube-version-';
const nodePrefix = 'shirube-node-';
const markPattern = new RegExp(`^${versionPrefix}([^-]+)-([^-]+)$`);

/** What an index was made with: the form of its documents and its settings. */
export interface IndexVersion {
  document: string;
  settings: string;
}

// Cached, because reading the words of every synonym takes most of a second.
const settingsOf = new WeakMap<Language, Settings>();

/** Returns the settings of the index. A change of them is applied when an indexer next starts. */
export function indexSettings(language: Language): Settings {
  const settings = settingsOf.get(language) ?? makeSettings(language);
  settingsOf.set(language, settings);
  return settings;
}

function makeSettings(language: Language): Settings {
  return {
    // The category comes late: the service does not say it itself.
    searchableAttributes: ['name', 'description', 'hostText', 'categoryText', 'callText'],
    displayedAttributes: ['id', 'revision', 'service', 'features', 'candidateKey', 'duplicate', 'last'],
    filterableAttributes: [
      {
        attributePatterns: [
          ...['category', 'chains', 'status', 'currencies', 'payTo', 'testnet', 'callType', 'discoverable', 'language'],
          ...[
            'names',
            'host',
            'provider',
            'offered',
            'duplicate',
            'last',
            'keyTerms',
            'tasks',
            'cell',
            'trustLevel',
            'uptimeLevel',
          ],
        ],
        features: { facetSearch: false, filter: { equality: true, comparison: false } },
      },
      {
        // The sort attributes among these also filter pages that start after a given service.
        attributePatterns: ['price', 'offers', 'freeQuota', 'trustScore', 'uptime', 'nameKey', 'updatedAt', 'id'],
        features: { facetSearch: false, filter: { equality: true, comparison: true } },
      },
    ],
    sortableAttributes: ['demoted', 'duplicate', 'id', 'last', 'nameKey', 'price', 'trustScore', 'updatedAt'],
    // A requested order comes before relevance; every search requests that possible duplicates come last. The id makes every order total, so that
    // pages never overlap. Services that hold the words themselves come before those that hold synonyms, which
    // otherwise count like the words of the query. Services that hold the words in the same attribute are about equally
    // relevant, wherever in the text the words are: demoted services come last, trusted ones first.
    rankingRules: [
      'sort',
      'words',
      'exactness',
      'typo',
      'proximity',
      'attributeRank',
      'demoted:asc',
      'trustScore:desc',
      'wordPosition',
      'id:asc',
    ],
    // Only whether words occur in the same text, not how near: descriptions are short, and indexing takes a third less
    // time.
    proximityPrecision: 'byAttribute',
    // Without it Meilisearch splits runs of kanji as Chinese.
    localizedAttributes: [{ attributePatterns: ['*'], locales: ['jpn'] }],
    synonyms: synonymSettings(language),
    typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 } },
    pagination: { maxTotalHits },
    // The statistics need the most common terms.
    faceting: { maxValuesPerFacet: mostCounted, sortFacetValuesBy: { '*': 'count' } },
    facetSearch: false,
    // Longer than a reader waits: a search that is cut off would silently lack results.
    searchCutoffMs: 2_000,
  };
}

/** Returns the version of an index with these settings. */
export function currentVersion(settings: Settings): IndexVersion {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  return { document: String(documentVersion), settings: hash };
}

/** Whether an index was made by an earlier version. */
export const isOlder = ({ document }: IndexVersion): boolean => Number.parseInt(document, 10) < documentVersion;

/**
 * Adds the version and the name of the node to the settings, as names of attributes that no document has. This way they
 * are set in one task with the settings and stay with the index when indexes are swapped.
 */
export function withVersion(settings: Settings, { document, settings: hash }: IndexVersion, node: string): Settings {
  const marks = [`${versionPrefix}${document}-${hash}`, `${nodePrefix}${node}`];
  return { ...settings, displayedAttributes: [...(settings.displayedAttributes ?? []), ...marks] };
}

/** The version of an index, and the search node that it belongs to. */
export interface OwnIndex extends IndexVersion {
  node: string;
}

/** Returns what is written into an index. An index without a version is not ours or is incomplete. */
export function readVersion(displayedAttributes: readonly string[]): OwnIndex | undefined {
  // Indexes of earlier versions have no node name.
  const mark = displayedAttributes.find((attribute) => attribute.startsWith(nodePrefix));
  const node = mark?.slice(nodePrefix.length) ?? mainNode;
  for (const attribute of displayedAttributes) {
    const [, document, settings] = markPattern.exec(attribute) ?? [];
    if (document !== undefined && settings !== undefined) return { document, settings, node };
  }
  return undefined;
}

/** Returns the version of our index, or undefined if there is no such index. */
export async function findVersion(client: Meilisearch, indexUid: string): Promise<OwnIndex | undefined> {
  try {
    return readVersion(await client.index(indexUid).getDisplayedAttributes());
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') return undefined;
    throw error;
  }
}
