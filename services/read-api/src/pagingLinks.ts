interface Page {
  path: string;
  query: Record<string, unknown>;
  /** How many stand before this page; of one behind a cursor, how many did when the link was made. */
  offset: number;
  limit: number;
  total: number;
  /** The parameter that leads on, where there may be more. */
  next: string | undefined;
}

// Clients refuse answers with more than 16 kB of headers, and every link repeats the query.
const longestHeader = 8_000;

/**
 * The Link header (RFC 8288) of a page: first, prev, next and last, each with the other parameters kept. None for a
 * query so long that its links would make the answer unreadable.
 */
export function pagingLinks({ path, query, offset, limit, total, next }: Page): { link?: string } {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const targets: [relation: string, parameter: string][] = [['first', 'offset=0']];
  if (offset > 0) targets.push(['prev', `offset=${Math.max(0, Math.min(offset - limit, last))}`]);
  // The place of a cursor is what it was: whether more follows, a full page tells.
  if (next !== undefined && (offset + limit < total || query.after !== undefined)) targets.push(['next', next]);
  targets.push(['last', `offset=${last}`]);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, limit })) parameters.set(name, String(value));
  parameters.delete('offset');
  parameters.delete('after');
  const others = parameters.toString();
  const link = targets.map(([relation, target]) => `<${path}?${others}&${target}>; rel="${relation}"`).join(', ');
  return link.length > longestHeader ? {} : { link };
}
