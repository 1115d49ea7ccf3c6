import { Counter, HttpProblem, type Registry, type Turnstile } from '@shirube/service-kit';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';
import { createRepeatCheck } from './repeatCheck.js';

/** Answers that are made within the bounds of one turnstile. */
export interface AnswerCache {
  /**
   * The answer under `key`: a kept one, one that is being made, or a new one, for which there may be no room: 503.
   * Given the request, it can be recalled by its address for as long as it is fresh.
   */
  get(key: string, make: () => Promise<Answer>, request?: FastifyRequest): Promise<Answer>;
}

/** An answer with the route that gave it. */
export interface GivenAnswer {
  answer: Answer;
  route: string;
  freshUntil: number;
  /** Somebody has been sent to have it made anew. */
  isBeingRenewed: boolean;
}

export interface AnswerStore {
  /** Makes answers through that turnstile; what is kept is one for all. */
  through(turnstile: Turnstile): AnswerCache;
  /**
   * The answer that was last given at this address. When it is no longer fresh, the first who asks gets none and has
   * it made anew; the others get it until that is done, or until it is too old, so that nobody waits for what is hot.
   */
  recall(url: string): GivenAnswer | undefined;
  /** Forgets everything, also what is being made: the catalog has changed. */
  clear(): void;
}

// A change is visible at most this long after it was indexed: to who asks first after `keepMs`, to all after both.
const keepMs = 500;
const renewMs = 400;
const maxBytes = 64 * 1024 * 1024;
// What an entry costs beside its bytes. The compressed forms together are smaller than the body.
const overheadBytes = 1_024;

const sizeOf = ({ body }: Answer, key: string): number => 2 * body.length + key.length + overheadBytes;

/**
 * Keeps answers for a moment, bounded in bytes, and makes each at most once at a time. Kept is what was asked for a
 * second time within that moment: most searches are never asked again, and keeping them would only cost memory.
 */
export function createAnswerStore(registry: Registry): AnswerStore {
  // Counted by hand and handed over when somebody looks: a counter costs more than the rest of a recall.
  let recalled = 0;
  const asked = new Counter({
    name: 'shirube_answers_total',
    help: 'Answers asked of the cache: kept, joined (one that was being made), made, or shed because too many are.',
    labelNames: ['from'] as const,
    registers: [registry],
    collect() {
      this.inc({ from: 'kept' }, recalled);
      recalled = 0;
    },
  });
  for (const from of ['kept', 'joined', 'made', 'shed']) asked.inc({ from }, 0);
  const kept = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttl: keepMs,
  });
  // The same answers by the addresses that asked for them: several addresses may mean the same.
  const given = new LRUCache<string, GivenAnswer>({
    maxSize: maxBytes / 2,
    sizeCalculation: ({ answer }, url) => sizeOf(answer, url),
  });
  const repeated = createRepeatCheck(keepMs);
  let beingMade = new Map<string, Promise<Answer>>();

  async function settle(key: string, making: Promise<Answer>): Promise<Answer> {
    const generation = beingMade;
    try {
      const made = await making;
      asked.inc({ from: 'made' });
      const isRepeated = repeated(key);
      if (isRepeated && generation === beingMade) kept.set(key, made);
      return made;
    } catch (error) {
      if (error instanceof HttpProblem && error.code === 'overloaded') asked.inc({ from: 'shed' });
      throw error;
    } finally {
      generation.delete(key);
    }
  }

  function start(key: string, making: Promise<Answer>): Promise<Answer> {
    const answer = settle(key, making);
    beingMade.set(key, answer);
    return answer;
  }

  return {
    through: (turnstile) => ({
      async get(key, make, request) {
        const known = kept.get(key) ?? beingMade.get(key);
        if (known) asked.inc({ from: known instanceof Promise ? 'joined' : 'kept' });
        const answer = await (known ?? start(key, turnstile.pass(make)));
        const url = request?.raw.url;
        if (url !== undefined && kept.peek(key) === answer) {
          const route = request?.routeOptions.url ?? 'unknown';
          const ttl = kept.getRemainingTTL(key);
          const freshUntil = performance.now() + ttl;
          given.set(url, { answer, route, freshUntil, isBeingRenewed: false }, { ttl: ttl + renewMs });
        }
        return answer;
      },
    }),
    recall(url) {
      const known = given.get(url);
      if (!known) return undefined;
      if (!known.isBeingRenewed && performance.now() >= known.freshUntil) {
        known.isBeingRenewed = true;
        return undefined;
      }
      recalled += 1;
      return known;
    },
    clear() {
      kept.clear();
      given.clear();
      beingMade = new Map();
    },
  };
}
