import { LRUCache } from 'lru-cache';
import type { ServiceJson } from '../../serviceJson.js';
import { type CandidateFeatures, unpackFeatures } from './candidateFeatures.js';

/**
 * Returns what a reader knows a document by: its id, whether it comes after all others, its revision and its form. It
 * is one field, because each field of a candidate that Meilisearch reads costs about a microsecond.
 */
export const candidateKey = (
  { id, duplicate, revision }: { id: string; duplicate: number; revision: number },
  form: string,
): string => `${id}:${duplicate}:${revision}:${form}`;

/** Returns the id in a key. */
export const idIn = (key: string): string => key.slice(0, key.indexOf(':'));

/** A document with the fields that its key consists of. Documents of the version before have no key. */
export interface KeyedDocument {
  candidateKey?: string;
  id: string;
  duplicate: number;
  revision: number;
}

export const keyFields = ['candidateKey', 'id', 'duplicate', 'revision'];

export const keyOf = (document: KeyedDocument): string => document.candidateKey ?? candidateKey(document, '');

/** A document with everything that intents need. */
export interface FeaturesDocument extends KeyedDocument {
  service: ServiceJson;
  /** Missing while only a change of trust has arrived, and the texts have not: indexers of two versions work on it. */
  features?: string;
}

/** A service that may be an answer. */
export interface Candidate {
  id: string;
  /** Whether it comes after all others. */
  isLast: boolean;
  service: ServiceJson;
  features: CandidateFeatures;
}

/** About what the objects of an entry take besides its bytes. */
const entryBytes = 700;

export interface CandidateCacheUse {
  bytes: number;
  services: number;
  hits: number;
  misses: number;
}

/** Keeps the features and the JSON of services that were candidates lately, bounded in bytes. */
export function createCandidateCache(mostBytes: number) {
  const known = new LRUCache<string, Candidate>({
    maxSize: mostBytes,
    sizeCalculation: ({ service, features }) =>
      entryBytes + 2 * service.length + features.vector.length + 5 * features.hashes.length,
  });
  let hits = 0;
  let misses = 0;

  return {
    find(key: string): Candidate | undefined {
      const found = known.get(key);
      if (found) hits += 1;
      else misses += 1;
      return found;
    },
    /** Returns undefined for a document that cannot be ranked yet. */
    add(document: FeaturesDocument): Candidate | undefined {
      const { id, duplicate, service, features } = document;
      if (features === undefined) return undefined;
      const added = { id, isLast: duplicate === 1, service, features: unpackFeatures(features) };
      known.set(keyOf(document), added);
      return added;
    },
    use: (): CandidateCacheUse => ({ bytes: known.calculatedSize, services: known.size, hits, misses }),
  };
}
