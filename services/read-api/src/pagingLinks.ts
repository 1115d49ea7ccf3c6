interface Page {
  path: string;
  query: Record<string, unknown>;
  offset: number;
  limit: number;
  total: number;
}

// Clients refuse answers with more than 16 kB of headers, and every link repeats the query.
const longestHeader = 8_000;

/**
 * The Link header (RFC 8288) of a page: first, prev, next and last, each with the other parameters kept. None for a
 * query so long that its links would make the answer unreadable.
 */
export function pagingLinks({ path, query, offset, limit, total }: Page): { link?: string } {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const targets: [relation: string, offset: number][] = [['first', 0]];
  if (offset > 0) targets.push(['prev', Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < total) targets.push(['next', offset + limit]);
  targets.push(['last', last]);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, limit })) parameters.set(name, String(value));
  parameters.delete('offset');
  const others = parameters.toString();
  const link = targets
    .map(([relation, target]) => `<${path}?${others}&offset=${target}>; rel="${relation}"`)
    .join(', ');
  return link.length > longestHeader ? {} : { link };
}
