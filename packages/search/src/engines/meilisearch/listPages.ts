import type { ListCursor, ListPage, ListRequest, Sort } from '../../searchEngine.js';
import { filterExpressions, quoted } from './filterExpression.js';
import type { Ask, SearchClient } from './searchClient.js';
import { type StoredService, storedJson } from './storedService.js';

interface ListAnswer {
  results: StoredService[];
  total: number;
}

/** From here on an offset is worth the question which end is nearer: Meilisearch walks there value by value. */
const deepOffset = 1_000;
const triesAtMost = 3;

const fields: Record<Sort['by'], string> = {
  price: 'price',
  trustScore: 'trustScore',
  name: 'nameKey',
  createdAt: 'id',
  updatedAt: 'updatedAt',
};

/** The order as Meilisearch takes it; ties are by id. */
export function sortExpressions({ by, order }: Sort): string[] {
  return by === 'createdAt' ? [`id:${order}`] : [`${fields[by]}:${order}`, 'id:asc'];
}

const reversed = (expressions: readonly string[]): string[] =>
  expressions.map((expression) =>
    expression.endsWith(':asc') ? expression.replace(/asc$/, 'desc') : expression.replace(/desc$/, 'asc'),
  );

/** What stands behind the cursor in that order: so a deep page costs what the first one costs. */
function behind({ by, order }: Sort, { key, id }: ListCursor): string {
  const comparison = order === 'asc' ? '>' : '<';
  if (by === 'createdAt') return `id ${comparison} ${quoted(id)}`;
  const value = typeof key === 'number' ? String(key) : quoted(key);
  return `${fields[by]} ${comparison} ${value} OR (${fields[by]} = ${value} AND id > ${quoted(id)})`;
}

/** Reads pages of the list: from the start, behind a cursor, or at an offset, from whichever end is nearer. */
export function createListPages(client: SearchClient, path: string) {
  const fetch = (ask: Ask, page: object) => ask<ListAnswer>(`${path}/documents/fetch`, page);
  const count = async (ask: Ask, filter: string[]) =>
    (await fetch(ask, { filter, limit: 0, fields: ['id'] })).total;
  const toPage = (results: readonly StoredService[], total: number): ListPage => ({
    total,
    services: results.map(storedJson),
  });

  async function pageBehind(cursor: ListCursor, { filter, sort, limit }: ListRequest): Promise<ListPage> {
    const ask = client.operation();
    const expressions = filterExpressions(filter);
    const [{ results }, total] = await Promise.all([
      fetch(ask, {
        filter: [...expressions, behind(sort, cursor)],
        sort: sortExpressions(sort),
        limit,
        fields: ['service'],
      }),
      count(ask, expressions),
    ]);
    return toPage(results, total);
  }

  /** Undefined when the start is nearer, or the catalog changes too fast to tell. */
  async function pageFromEnd(ask: Ask, request: ListRequest): Promise<ListPage | undefined> {
    const { filter, sort, offset, limit } = request;
    const expressions = filterExpressions(filter);
    let total = await count(ask, expressions);
    for (let tries = 0; tries < triesAtMost; tries++) {
      const after = total - offset - limit;
      if (offset < after) return undefined;
      if (offset >= total) return { total, services: [] };
      const answer = await fetch(ask, {
        filter: expressions,
        sort: reversed(sortExpressions(sort)),
        offset: Math.max(0, after),
        limit: Math.min(limit, total - offset),
        fields: ['service'],
      });
      if (answer.total === total) return toPage(answer.results.reverse(), total);
      total = answer.total;
    }
    return undefined;
  }

  return async (request: ListRequest): Promise<ListPage> => {
    const { filter, sort, offset, limit, after } = request;
    if (after) return pageBehind(after, request);
    const ask = client.operation();
    const fromEnd = offset >= deepOffset ? await pageFromEnd(ask, request) : undefined;
    if (fromEnd) return fromEnd;
    const { results, total } = await fetch(ask, {
      filter: filterExpressions(filter),
      sort: sortExpressions(sort),
      offset,
      limit,
      fields: ['service'],
    });
    return toPage(results, total);
  };
}
