import { Counter, type Registry, unavailable } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';

export interface AnswerCache {
  /** The answer under `key`: a kept one, one that is being made, or a new one. */
  get(key: string, make: () => Promise<Answer>): Promise<Answer>;
  /** Forgets everything, also what is being made: the catalog has changed. */
  clear(): void;
}

// A change is visible at most this long after it was indexed.
const keepMs = 500;
const maxBytes = 64 * 1024 * 1024;
const maxBeingMade = 1_000;
// What an entry costs beside its bytes; the compressed forms together are smaller than the body.
const overheadBytes = 1_024;

/** Keeps answers for a moment, bounded in bytes, and makes each at most once at a time. Full: 503. */
export function createAnswerCache(registry: Registry): AnswerCache {
  const asked = new Counter({
    name: 'shirube_answers_total',
    help: 'Answers asked of the cache: kept, joined (one that was being made), made, or shed because too many are.',
    labelNames: ['from'] as const,
    registers: [registry],
  });
  for (const from of ['kept', 'joined', 'made', 'shed']) asked.inc({ from }, 0);
  const kept = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => 2 * body.length + key.length + overheadBytes,
    ttl: keepMs,
  });
  let beingMade = new Map<string, Promise<Answer>>();

  function start(key: string, make: () => Promise<Answer>): Promise<Answer> {
    if (beingMade.size >= maxBeingMade) {
      asked.inc({ from: 'shed' });
      throw unavailable('overloaded', 'More is being asked than can be answered right now. Try again.', 1);
    }
    asked.inc({ from: 'made' });
    const generation = beingMade;
    const answer = make()
      .then((made) => {
        if (generation === beingMade) kept.set(key, made);
        return made;
      })
      .finally(() => generation.delete(key));
    generation.set(key, answer);
    return answer;
  }

  return {
    async get(key, make) {
      const known = kept.get(key) ?? beingMade.get(key);
      if (!known) return start(key, make);
      asked.inc({ from: known instanceof Promise ? 'joined' : 'kept' });
      return known;
    },
    clear() {
      kept.clear();
      beingMade = new Map();
    },
  };
}
