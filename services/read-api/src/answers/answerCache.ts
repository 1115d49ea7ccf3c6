import { Counter, HttpProblem, type LoadShedder, type Registry } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';

/** Answers that are made within the bounds of one shedder. */
export interface AnswerCache {
  /** The answer of that kind to these parameters: kept, being made, or made now, for which there may be no room: 503. */
  get(kind: string, parameters: object, make: () => Promise<Answer>): Answer | Promise<Answer>;
}

/** Reads what is asked for; at once when it is kept. */
export type ReadAnswer<Parameters> = (parameters: Parameters) => Answer | Promise<Answer>;

export interface AnswerStore {
  /** Makes answers through that shedder; what is kept is one for all. */
  through(shedder: LoadShedder): AnswerCache;
  /** Forgets everything, also what is being made: the catalog has changed. */
  clear(): void;
}

// A change is visible at most this long after it was indexed: an answer is fresh for `keepMs`, and may be sent for
// `renewMs` more while it is made anew, so that nobody waits for what is hot.
const keepMs = 500;
const renewMs = 400;
const maxBytes = 64 * 1024 * 1024;
// Keys of answers that were made a moment ago; longer than one is kept, so that what is hot stays so.
const mostRecent = 50_000;
const recentMs = 2 * keepMs;
// What an entry costs beside its bytes. The compressed forms together are smaller than the body.
const overheadBytes = 1_024;

const keyOf = (kind: string, parameters: object): string => `${kind} ${JSON.stringify(parameters)}`;

/**
 * Keeps answers for a moment, bounded in bytes, and makes each at most once at a time. Kept is what was asked for a
 * second time within that moment: most searches are never asked again, and keeping them would only cost memory.
 */
export function createAnswerStore(registry: Registry, now: () => number = () => performance.now()): AnswerStore {
  const asked = new Counter({
    name: 'shirube_answers_total',
    help: 'Answers asked of the cache: kept, joined (one that was being made), made, or shed because too many are.',
    labelNames: ['from'] as const,
    registers: [registry],
  });
  const from = (label: string) => asked.labels(label);
  const [kept, joined, made, shed] = [from('kept'), from('joined'), from('made'), from('shed')];
  for (const counter of [kept, joined, made, shed]) counter.inc(0);
  const clock = { perf: { now }, ttlResolution: 0 };
  const recent = new LRUCache<string, true>({ max: mostRecent, ttl: recentMs, ...clock });

  const cache: LRUCache<string, Answer, () => Promise<Answer>> = new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => 2 * body.length + key.length + overheadBytes,
    ttl: keepMs,
    ...clock,
    // Who waits for an answer gets it, also when it is not kept any more.
    ignoreFetchAbort: true,
    async fetchMethod(key, _old, { context: make, signal }) {
      try {
        const answer = await make();
        made.inc();
        if (!recent.has(key) && !signal.aborted) cache.delete(key);
        recent.set(key, true);
        return answer;
      } catch (error) {
        if (error instanceof HttpProblem && error.code === 'overloaded') shed.inc();
        throw error;
      }
    },
  });

  return {
    through: (shedder) => ({
      get(kind, parameters, make) {
        const key = keyOf(kind, parameters);
        const fresh = cache.get(key, { noDeleteOnStaleGet: true });
        if (fresh) {
          kept.inc();
          return fresh;
        }
        const status: LRUCache.Status<string, Answer, () => Promise<Answer>> = {};
        const answer = cache.forceFetch(key, {
          context: () => shedder.pass(make),
          allowStale: cache.getRemainingTTL(key) > -renewMs,
          status,
        });
        if (status.returnedStale) kept.inc();
        else if (status.fetch === 'inflight') joined.inc();
        return answer;
      },
    }),
    clear: () => cache.clear(),
  };
}
