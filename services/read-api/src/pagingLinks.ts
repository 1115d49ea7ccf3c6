interface Page {
  path: string;
  query: Record<string, unknown>;
  /** The number of services before this page; for a page after a cursor, the number when the link was made. */
  offset: number;
  limit: number;
  total: number;
  /** The parameter of the next page, if there may be one. */
  next: string | undefined;
}

// Clients reject responses with more than 16 kB of headers, and every link repeats the query.
const longestHeader = 8_000;

/**
 * Returns the Link header (RFC 8288) of a page: first, prev, next and last, each with all other parameters. Omitted if
 * the query is so long that its links would make the response unreadable.
 */
export function pagingLinks({ path, query, offset, limit, total, next }: Page): { link?: string } {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const targets: [relation: string, parameter: string][] = [['first', 'offset=0']];
  if (offset > 0) targets.push(['prev', `offset=${Math.max(0, Math.min(offset - limit, last))}`]);
  // The position of a cursor may be stale, so a full page decides whether more follows.
  if (next !== undefined && (offset + limit < total || query.after !== undefined)) targets.push(['next', next]);
  targets.push(['last', `offset=${last}`]);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, limit })) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  parameters.delete('offset');
  parameters.delete('after');
  const others = parameters.toString();
  const link = targets.map(([relation, target]) => `<${path}?${others}&${target}>; rel="${relation}"`).join(', ');
  return link.length > longestHeader ? {} : { link };
}
