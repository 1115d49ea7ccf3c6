import { negotiate } from '@fastify/accept-negotiator';
import { namesTag } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, AnswerForm, Encoding } from './answer.js';

const encodings = ['br', 'gzip', 'identity'];
export const worthCompressing = 1_024;

/** Returns the encoding that an Accept-Encoding header prefers, among those that are supported. */
export function preferredEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const chosen = negotiate(header.replaceAll('*', 'gzip'), encodings);
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}

const sendForm = (reply: FastifyReply, status: number, { body, headers }: AnswerForm): FastifyReply =>
  reply.code(status).headers(headers).send(body);

function sendUnchanged(reply: FastifyReply, headers: AnswerForm['headers']): FastifyReply {
  const { 'content-type': _type, 'content-length': _length, ...others } = headers;
  return reply.code(304).headers(others).send();
}

/**
 * Sends a response once it is ready: compressed if the client accepts it and it is worth it, or 304 if the client has
 * it already.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | Promise<Answer>,
): FastifyReply | Promise<FastifyReply> {
  if (answer instanceof Promise) return answer.then((ready) => sendAnswer(request, reply, ready));
  const { status, impressions } = answer;
  if (impressions) request.server.insights?.count(request, impressions);
  const known = status === 200 && request.headers['if-none-match'];
  if (known && namesTag(known, answer.etag)) return sendUnchanged(reply, answer.headers);
  const isSentAsIs = answer.body.length < worthCompressing;
  const encoding = isSentAsIs ? 'identity' : preferredEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return sendForm(reply, status, answer);
  const form = answer.encoded(encoding);
  return form instanceof Promise ? form.then((ready) => sendForm(reply, status, ready)) : sendForm(reply, status, form);
}
