import { quoted } from './filterExpression.js';
import type { SearchClient } from './searchClient.js';

export interface TermFrequencies {
  /** Services in the index. */
  count: number;
  /** How many services hold each term; absent when none does. */
  frequencies: Map<string, number>;
}

interface CountAnswer {
  results: { estimatedTotalHits: number }[];
}

/** Milliseconds for which a frequency is kept: ranking does not need it to the second. */
const keptFor = 60_000;
const mostKept = 100_000;
/** Stands for all services among the terms. */
const everything = '';

/** Asks Meilisearch how many services hold each of some terms, in one request, and remembers the answers for a while. */
export function createTermFrequencies(client: SearchClient, indexUid: string) {
  const known = new Map<string, { frequency: number; readAt: number }>();

  async function read(terms: readonly string[], now: number): Promise<void> {
    const queries = terms.map((term) => ({
      indexUid,
      limit: 0,
      ...(term === everything ? {} : { filter: `terms = ${quoted(term)}` }),
    }));
    const { results } = await client.request<CountAnswer>('POST', '/multi-search', { queries });
    if (known.size > mostKept) known.clear();
    for (const [i, term] of terms.entries()) {
      known.set(term, { frequency: results[i]?.estimatedTotalHits ?? 0, readAt: now });
    }
  }

  return async (terms: readonly string[]): Promise<TermFrequencies> => {
    const now = performance.now();
    const asked = [everything, ...terms];
    const missing = asked.filter((term) => now - (known.get(term)?.readAt ?? -keptFor) >= keptFor);
    if (missing.length > 0) await read([...new Set(missing)], now);
    const frequencies = new Map<string, number>();
    for (const term of terms) {
      const frequency = known.get(term)?.frequency ?? 0;
      if (frequency > 0) frequencies.set(term, frequency);
    }
    return { count: known.get(everything)?.frequency ?? 0, frequencies };
  };
}
