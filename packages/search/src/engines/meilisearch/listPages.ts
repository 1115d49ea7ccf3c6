import { isUsualOrder, type ListCursor, type ListPage, type ListRequest, type Sort } from '../../searchEngine.js';
import type { ServiceJson } from '../../serviceJson.js';
import { filterExpressions, quote } from './filterExpression.js';
import type { Ask, SearchClient } from './searchClient.js';

interface ListedService {
  service: ServiceJson;
  /** 1 for services that come after all others, in every order or in the default one. */
  duplicate: number;
  last: number;
}

interface ListAnswer {
  results: ListedService[];
  total: number;
}

/** From this offset on it pays to find out which end is nearer, because Meilisearch walks there value by value. */
const deepOffset = 1_000;
const triesAtMost = 3;

const fields: Record<Sort['by'], string> = {
  price: 'price',
  trustScore: 'trustScore',
  name: 'nameKey',
  createdAt: 'id',
  updatedAt: 'updatedAt',
};

/** Returns the order as Meilisearch sort expressions. Ties are ordered by id. */
export function sortExpressions({ by, order }: Sort): string[] {
  return by === 'createdAt' ? [`id:${order}`] : [`${fields[by]}:${order}`, 'id:asc'];
}

const reversed = (expressions: readonly string[]): string[] =>
  expressions.map((expression) =>
    expression.endsWith(':asc') ? expression.replace(/asc$/, 'desc') : expression.replace(/desc$/, 'asc'),
  );

/** Matches services after the cursor in that order, so that a deep page costs no more than the first. */
function afterExpression({ by, order }: Sort, { key, id }: ListCursor): string {
  const comparison = order === 'asc' ? '>' : '<';
  if (by === 'createdAt') return `id ${comparison} ${quote(id)}`;
  const value = typeof key === 'number' ? String(key) : quote(key);
  return `${fields[by]} ${comparison} ${value} OR (${fields[by]} = ${value} AND id > ${quote(id)})`;
}

/** The order of a list: possible duplicates come after all others, and in the default order test networks too. */
interface ListOrder {
  sort: string[];
  /** The attribute that marks these services. */
  last: 'duplicate' | 'last';
  after(cursor: ListCursor): string;
}

function ordered(sort: Sort): ListOrder {
  const last = isUsualOrder(sort) ? 'last' : 'duplicate';
  return {
    last,
    sort: [`${last}:asc`, ...sortExpressions(sort)],
    after: (cursor) =>
      cursor.isDuplicate
        ? `${last} = 1 AND (${afterExpression(sort, cursor)})`
        : `${last} = 1 OR (${last} = 0 AND (${afterExpression(sort, cursor)}))`,
  };
}

/**
 * Returns the parameters that read a page of groups. Meilisearch counts groups exactly only for pages by number, so a
 * page that is none of those is cut from the end of a longer one.
 */
export function groupedRange(offset: number, limit: number) {
  const isNumbered = limit > 0 && offset % limit === 0;
  return {
    parameters: {
      distinct: 'provider',
      ...(isNumbered ? { page: offset / limit + 1, hitsPerPage: limit } : { page: 1, hitsPerPage: offset + limit }),
    },
    skip: isNumbered ? 0 : offset,
  };
}

/** Reads pages of the list: from the start, after a cursor, or at an offset, from whichever end is nearer. */
export function createListPages(client: SearchClient, path: string) {
  const fetch = (ask: Ask, page: object) => ask<ListAnswer>(`${path}/documents/fetch`, page);
  const count = async (ask: Ask, filter: string[]) => (await fetch(ask, { filter, limit: 0, fields: ['id'] })).total;
  const toPage = (results: readonly ListedService[], total: number, { last }: ListOrder): ListPage => ({
    total,
    services: results.map(({ service }) => service),
    endsInDuplicates: results.at(-1)?.[last] === 1,
  });

  async function pageAfter(cursor: ListCursor, { filter, limit }: ListRequest, order: ListOrder): Promise<ListPage> {
    const ask = client.operation();
    const expressions = filterExpressions(filter);
    const [{ results }, total] = await Promise.all([
      fetch(ask, {
        filter: [...expressions, order.after(cursor)],
        sort: order.sort,
        limit,
        fields: ['service', 'duplicate', 'last'],
      }),
      count(ask, expressions),
    ]);
    return toPage(results, total, order);
  }

  /** Returns undefined if the start is nearer or if the catalog changes too fast to tell. */
  async function pageFromEnd(ask: Ask, request: ListRequest, order: ListOrder): Promise<ListPage | undefined> {
    const { filter, offset, limit } = request;
    const expressions = filterExpressions(filter);
    let total = await count(ask, expressions);
    for (let tries = 0; tries < triesAtMost; tries++) {
      const after = total - offset - limit;
      if (offset < after) return undefined;
      if (offset >= total) return { total, services: [] };
      const answer = await fetch(ask, {
        filter: expressions,
        sort: reversed(order.sort),
        offset: Math.max(0, after),
        limit: Math.min(limit, total - offset),
        fields: ['service', 'duplicate', 'last'],
      });
      if (answer.total === total) return toPage(answer.results.reverse(), total, order);
      total = answer.total;
    }
    return undefined;
  }

  async function groupedPage({ filter, offset, limit }: ListRequest, order: ListOrder): Promise<ListPage> {
    const { parameters, skip } = groupedRange(offset, limit);
    const { hits, totalHits } = await client.operation()<{ hits: ListedService[]; totalHits: number }>(
      `${path}/search`,
      {
        filter: filterExpressions(filter),
        sort: order.sort,
        ...parameters,
        attributesToRetrieve: ['service', 'duplicate', 'last'],
      },
    );
    return toPage(hits.slice(skip), totalHits, order);
  }

  return async (request: ListRequest): Promise<ListPage> => {
    const { filter, offset, limit, after, sort } = request;
    const order = ordered(sort);
    if (request.byProvider) return groupedPage(request, order);
    if (after) return pageAfter(after, request, order);
    const ask = client.operation();
    const fromEnd = offset >= deepOffset ? await pageFromEnd(ask, request, order) : undefined;
    if (fromEnd) return fromEnd;
    const { results, total } = await fetch(ask, {
      filter: filterExpressions(filter),
      sort: order.sort,
      offset,
      limit,
      fields: ['service', 'duplicate', 'last'],
    });
    return toPage(results, total, order);
  };
}
