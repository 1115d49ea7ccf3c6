import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './httpProblem.js';

const compressedBody = () =>
  new HttpProblem(
    415,
    'unsupported_media_type',
    'Unsupported media type',
    'The body is compressed: send it as it is, without Content-Encoding.',
    { headers: { 'accept-encoding': 'identity' } },
  );

const notUtf8 = () =>
  new HttpProblem(
    400,
    'malformed_json',
    'Bad input',
    'The body is not valid UTF-8, which JSON is written in.',
  );

/**
 * Reads bodies of JSON as they are meant: text that is not UTF-8 would be stored with characters that nobody wrote, and
 * what is compressed would be told to be no JSON.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8());
    return parse(request, body.toString(), done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    done(encoding === undefined || encoding === 'identity' ? null : compressedBody());
  });
}
