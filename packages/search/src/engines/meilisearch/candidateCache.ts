import { LRUCache } from 'lru-cache';
import type { ServiceJson } from '../../serviceJson.js';
import { type CandidateFeatures, unpackFeatures } from './candidateFeatures.js';
import { type StoredService, storedJson } from './storedService.js';

/** A document with everything that intents need. */
export interface FeaturesDocument extends StoredService {
  id: string;
  revision: number;
  features: string;
}

/** What is kept of a service. */
export interface KnownService {
  revision: number;
  service: ServiceJson;
  features: CandidateFeatures;
}

/** About what the objects of an entry take besides its bytes. */
const entryBytes = 700;
/** A rebuild by another version may change the features of a revision. */
const goodFor = 600_000;

export interface CandidateCacheUse {
  bytes: number;
  services: number;
  hits: number;
  misses: number;
}

/** Keeps the features and the JSON of services that were candidates lately, bounded in bytes. */
export function createCandidateCache(mostBytes: number) {
  const known = new LRUCache<string, KnownService>({
    maxSize: mostBytes,
    sizeCalculation: ({ service, features }) =>
      entryBytes + 2 * service.length + features.vector.length + 5 * features.hashes.length,
    ttl: goodFor,
  });
  let hits = 0;
  let misses = 0;

  return {
    /** Returns a service in that revision, if it is known. */
    find(id: string, revision: number): KnownService | undefined {
      const found = known.get(id);
      const isCurrent = found?.revision === revision;
      if (isCurrent) hits += 1;
      else misses += 1;
      return isCurrent ? found : undefined;
    },
    add(document: FeaturesDocument): KnownService {
      const { id, revision, features } = document;
      const added = { revision, service: storedJson(document), features: unpackFeatures(features) };
      known.set(id, added);
      return added;
    },
    use: (): CandidateCacheUse => ({ bytes: known.calculatedSize, services: known.size, hits, misses }),
  };
}
