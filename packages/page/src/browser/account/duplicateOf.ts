/** An existing service with the same endpoint. */
export interface Duplicate {
  id: string;
  isOwn: boolean;
}

/**
 * Returns the service that had the endpoint first, from the response headers of a registration or a change: one of
 * another account if there is one, otherwise one of the same account.
 */
export function duplicateOf(headers: Headers): Duplicate | undefined {
  const other = /<\/api\/services\/([^>/]+)>\s*;\s*rel="duplicate"/.exec(headers.get('link') ?? '')?.[1];
  const id = other ?? headers.get('shirube-duplicate-of');
  return id ? { id, isOwn: other === undefined } : undefined;
}
