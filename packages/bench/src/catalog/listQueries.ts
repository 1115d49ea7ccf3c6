import type { Registration } from '@shirube/contracts';
import { seededRandom } from '@shirube/evaluate';

/** The parameters of GET /api/services for a list. The baseline reads the same ones. */
export interface BenchListQuery {
  category?: string;
  chain?: string;
  maxPricePerRequest?: string;
  sortBy: 'price' | 'trustScore' | 'name';
  sortOrder: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** List queries that are all different: every combination of filters, sort orders and offsets. */
export function listQueries(catalog: readonly Registration[], count: number): BenchListQuery[] {
  const random = seededRandom(20);
  const categories = [...new Set(catalog.map(({ category }) => category))];
  const used = new Set<string>();
  const queries: BenchListQuery[] = [];
  while (queries.length < count) {
    const query: BenchListQuery = {
      ...(random.next() < 0.5 ? { category: random.pick(categories) } : {}),
      ...(random.next() < 0.4 ? { chain: random.pick(['base', 'polygon', 'arbitrum']) } : {}),
      ...(random.next() < 0.5 ? { maxPricePerRequest: `0.${1 + random.whole(499)}` } : {}),
      sortBy: random.pick(['price', 'trustScore', 'name']),
      sortOrder: random.pick(['asc', 'desc']),
      offset: 20 * Math.floor(random.next() ** 3 * 100),
      limit: 20,
    };
    const key = JSON.stringify(query);
    if (used.has(key)) continue;
    used.add(key);
    queries.push(query);
  }
  return queries;
}

/** The path of GET /api/services for a query. */
export function listPath(query: BenchListQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `/api/services?${parameters}`;
}
