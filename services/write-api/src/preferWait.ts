import type { IndexedListener } from '@shirube/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';

const longestSeconds = 30;

/** Seconds that a Prefer header (RFC 7240) asks to wait, 30 at the most; undefined when it does not, or not validly. */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), longestSeconds);
  }
  return undefined;
}

/** Waits until search knows of a change, for as long as the request prefers, and says in the reply when it does. */
export async function waitAsPreferred(
  { headers, server }: FastifyRequest,
  reply: FastifyReply,
  indexed: IndexedListener,
  id: string,
): Promise<void> {
  const seconds = preferredWait(headers.prefer);
  if (seconds !== undefined && (await indexed.wait(id, seconds * 1000, server.closing))) {
    reply.header('preference-applied', `wait=${seconds}`);
  }
}
