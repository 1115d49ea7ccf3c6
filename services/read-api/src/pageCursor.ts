import { isServiceId } from '@shirube/contracts';
import type { ListCursor, Sort } from '@shirube/search';
import { validationFailed } from '@shirube/service-kit';

/** Where a page starts: after a service. `position` is the number of services before it when the link was made. */
export interface PageCursor {
  after: ListCursor;
  position: number;
}

/** Encodes a cursor for a link. It is opaque to clients. */
export function writeCursor({ by, order }: Sort, { after, position }: PageCursor): string {
  const parts = [by, order, after.key, after.id, position, ...(after.isDuplicate ? [true] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Decodes a cursor for a list of that order; throws a validation problem if it does not belong to such a list. */
export function readCursor(text: string, { by, order }: Sort): PageCursor {
  const refuse = (message: string) => validationFailed({ faults: [{ path: 'after', message }] });
  const parts = parse(text);
  const [cursorBy, cursorOrder, key, id, position, isDuplicate] = Array.isArray(parts) ? parts : [];
  const isKey = by === 'name' || by === 'createdAt' ? typeof key === 'string' : Number.isFinite(key);
  const isPosition = typeof id === 'string' && isServiceId(id) && Number.isSafeInteger(position) && position >= 0;
  if (typeof cursorBy === 'string' && (cursorBy !== by || cursorOrder !== order))
    throw refuse('must be used with the sortBy and sortOrder of the list that it came with');
  if (!isKey || !isPosition) throw refuse('must be taken from the Link header of a list');
  return { after: { key, id, isDuplicate: isDuplicate === true }, position };
}
