import type { SearchReader } from '@shirube/search';
import { Histogram, type Registry, withSpan } from '@shirube/service-kit';

/**
 * Wraps a reader: records the time of every call to the engine in the metrics, by operation and outcome, and in traces.
 */
export function measureSearch(reader: SearchReader, registry: Registry): SearchReader {
  const duration = new Histogram({
    name: 'shirube_engine_request_seconds',
    help: 'Time of a call to the search engine by operation and outcome.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });

  async function timed<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const done = duration.startTimer({ operation });
    try {
      const answer = await withSpan(`engine ${operation}`, {}, call);
      done({ outcome: 'answered' });
      return answer;
    } catch (error) {
      done({ outcome: 'failed' });
      throw error;
    }
  }

  return {
    list: (request) => timed('list', () => reader.list(request)),
    search: (request) => timed('search', () => reader.search(request)),
    facets: (request) => timed('facets', () => reader.facets(request)),
    rank: (request) => timed('rank', () => reader.rank(request)),
    describeProviders: (...request) => timed('describeProviders', () => reader.describeProviders(...request)),
    countNamed: (filter) => timed('countNamed', () => reader.countNamed(filter)),
    occurring: (words) => timed('occurring', () => reader.occurring(words)),
    ping: () => reader.ping(),
    close: () => reader.close(),
  };
}
