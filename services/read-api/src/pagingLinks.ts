interface Page {
  path: string;
  query: Record<string, unknown>;
  offset: number;
  limit: number;
  total: number;
}

/** The Link header (RFC 8288) of a page: first, prev, next and last, each with the other parameters kept. */
export function pagingLinks({ path, query, offset, limit, total }: Page): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const targets: [relation: string, offset: number][] = [['first', 0]];
  if (offset > 0) targets.push(['prev', Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < total) targets.push(['next', offset + limit]);
  targets.push(['last', last]);
  return targets
    .map(([relation, target]) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...query, limit, offset: target })) {
        parameters.set(name, String(value));
      }
      return `<${path}?${parameters}>; rel="${relation}"`;
    })
    .join(', ');
}
