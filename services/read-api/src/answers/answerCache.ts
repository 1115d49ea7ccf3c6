import { countBy, HttpProblem, type LoadShedder, type Registry } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';

/** A cache whose misses go through one load shedder. */
export interface AnswerCache {
  /**
   * Returns the response of that kind for these parameters: the cached one, the one in progress, or a new one. A new
   * one fails with 503 under overload.
   */
  get(kind: string, parameters: object, make: () => Promise<Answer>): Answer | Promise<Answer>;
}

/** Reads a response; synchronously if it is cached. */
export type ReadAnswer<Parameters> = (parameters: Parameters) => Answer | Promise<Answer>;

export interface AnswerStore {
  /** Returns a cache that makes responses through that shedder. All of them share the cache entries. */
  through(shedder: LoadShedder): AnswerCache;
  /** Invalidates every cache entry and every response in progress, because the catalog has changed. */
  clear(): void;
}

// A change is visible at most this long after it was indexed: a cache entry is fresh for `keepMs`, and is served stale
// for `renewMs` more while it is refreshed, so that no request waits for a hot response.
const keepMs = 500;
const renewMs = 400;
// Longer than an entry is fresh, so that hot entries stay hot.
const recentMs = 2 * keepMs;
const maxBytes = 64 * 1024 * 1024;
// The size of an entry beside its body. The compressed forms together are smaller than the body.
const overheadBytes = 1_024;

/** A cache entry. */
interface CacheEntry {
  at: number;
  /** The number of catalog changes when the response was requested. */
  changes: number;
  /** Set only if the response was made twice within `recentMs`. */
  answer: Answer | undefined;
}

/**
 * Caches responses for a moment, bounded in bytes, and makes each at most once at a time. Only responses that are
 * requested again within that moment are cached: most searches are never repeated, and caching them would only cost
 * memory.
 */
export function createAnswerStore(registry: Registry, now: () => number = () => performance.now()): AnswerStore {
  const counter = countBy(
    registry,
    'shirube_answers_total',
    'Responses by how the cache served them: kept (a hit), joined (a request in flight), made (a miss), or shed (overload).',
    'from',
    ['kept', 'joined', 'made', 'shed'],
  );
  const from = (label: string) => counter.labels(label);
  const [hits, joined, misses, shed] = [from('kept'), from('joined'), from('made'), from('shed')];
  const lately = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => 2 * (answer?.body.length ?? 0) + key.length + overheadBytes,
  });
  const making = new Map<string, Promise<Answer>>();
  let changes = 0;

  async function makeAnswer(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const asOf = changes;
    try {
      const answer = await make();
      misses.inc();
      const at = now();
      const isHot = at - (lately.peek(key)?.at ?? Number.NEGATIVE_INFINITY) < recentMs;
      lately.set(key, { at, changes: asOf, answer: isHot ? answer : undefined });
      return answer;
    } catch (error) {
      if (error instanceof HttpProblem && error.code === 'overloaded') shed.inc();
      throw error;
    } finally {
      if (asOf === changes) making.delete(key);
    }
  }

  return {
    through: (shedder) => ({
      get(kind, parameters, make) {
        const key = `${kind} ${JSON.stringify(parameters)}`;
        const last = lately.get(key);
        const answer = last?.changes === changes ? last.answer : undefined;
        const age = answer ? now() - (last?.at ?? 0) : 0;
        if (answer && age < keepMs) {
          hits.inc();
          return answer;
        }
        const begun = making.get(key);
        const coming = begun ?? makeAnswer(key, () => shedder.pass(make));
        if (!begun) making.set(key, coming);
        if (answer && age < keepMs + renewMs) {
          // Requests that wait for the new response get the rejection; without any, it must not be unhandled.
          coming.catch(() => {});
          hits.inc();
          return answer;
        }
        if (begun) joined.inc();
        return coming;
      },
    }),
    clear() {
      changes += 1;
      making.clear();
    },
  };
}
