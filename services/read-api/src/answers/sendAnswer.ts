import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoding } from './answer.js';

const encodings = ['br', 'gzip', 'identity'];
const worthCompressing = 1_024;

/** The encoding that a request prefers of those that are made here. */
export function preferredEncoding(request: FastifyRequest): Encoding {
  const header = request.headers['accept-encoding'];
  if (!header) return 'identity';
  const chosen = negotiate(header.replaceAll('*', 'gzip'), encodings);
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  const strong = etag.slice(2);
  return ifNoneMatch.split(',').some((known) => {
    const tag = known.trim();
    return tag === '*' || tag === strong || tag === etag;
  });
}

/** Sends an answer, compressed if asked and worth it, or 304 to who has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  reply
    .headers(answer.headers)
    .header('etag', answer.etag)
    .header('cache-control', 'public, max-age=1')
    .header('vary', 'Accept-Encoding');
  if (isKnown(answer.etag, request.headers['if-none-match'])) return reply.code(304).send();
  const encoding = answer.body.length < worthCompressing ? 'identity' : preferredEncoding(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(await answer.encoded(encoding));
}
