import { LRUCache } from 'lru-cache';
import type { Ask } from './searchClient.js';

/** A count only tells how many candidates to ask for: it need not be fresh. */
const goodFor = 60_000;
const mostFilters = 1_000;

/** How many services pass a filter: asked once, then known for a while. */
export function createPassingCounts(path: string) {
  const known = new LRUCache<string, number>({ max: mostFilters, ttl: goodFor });

  return {
    async count(expressions: readonly string[], ask: Ask): Promise<number> {
      const key = expressions.join('\n');
      const before = known.get(key);
      if (before !== undefined) return before;
      const { total } = await ask<{ total: number }>(`${path}/documents/fetch`, {
        filter: expressions,
        limit: 0,
        fields: ['id'],
      });
      known.set(key, total);
      return total;
    },
  };
}
