import { type IndexedListener, isDatabaseUnavailable } from '@shirube/catalog';
import { withDeadline } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

const longestSeconds = 30;
/** For Postgres to answer the last question. */
const graceMs = 1_000;

/** Seconds that a Prefer header (RFC 7240) asks to wait, 30 at the most; undefined when it does not, or not validly. */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), longestSeconds);
  }
  return undefined;
}

/**
 * Waits until search knows of a change, for as long as the request prefers, and says in the reply when it does. The change
 * is made: when it cannot be known, since Postgres is away, that is not said.
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
