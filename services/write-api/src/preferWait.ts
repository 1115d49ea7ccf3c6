import { type IndexedListener, isDatabaseUnavailable } from '@shirube/catalog';
import { withDeadline } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

const longestSeconds = 30;
/** The time for the last query of Postgres. */
const graceMs = 1_000;

/**
 * Returns the seconds that a Prefer header (RFC 7240) asks to wait, at most 30; undefined if it does not, or is
 * malformed.
 */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), longestSeconds);
  }
  return undefined;
}

/**
 * Waits until a change is searchable, for as long as the request prefers, and confirms it in the response. The change
 * is already stored: if Postgres is unavailable, only the confirmation is omitted.
 */
export async function waitAsPreferred(
  { headers, server }: FastifyRequest,
  reply: FastifyReply,
  indexed: IndexedListener,
  id: string,
): Promise<void> {
  const seconds = preferredWait(headers.prefer);
  if (seconds === undefined) return;
  const waiting = indexed.wait(id, seconds * 1000, server.closing);
  const isKnown = await withDeadline(waiting, seconds * 1000 + graceMs).catch((error) => {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  });
  if (isKnown) reply.header('preference-applied', `wait=${seconds}`);
}
