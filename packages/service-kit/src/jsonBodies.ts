import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { beforeBodies } from './beforeBodies.js';
import { HttpProblem } from './httpProblem.js';

const compressedBody = () =>
  new HttpProblem(
    415,
    'unsupported_media_type',
    'Unsupported media type',
    'The body is compressed: send it uncompressed, without Content-Encoding.',
    { headers: { 'accept-encoding': 'identity' } },
  );

/** A JSON Merge Patch (RFC 7396), which only PATCH accepts. */
const mergePatchType = 'application/merge-patch+json';

const notJson = () =>
  new HttpProblem(415, 'unsupported_media_type', 'Unsupported media type', 'Send the body as application/json.');

const notUtf8 = () => new HttpProblem(400, 'malformed_json', 'Bad input', 'The body is not valid UTF-8.');

/**
 * Parses JSON bodies strictly. Text that is not UTF-8 would otherwise be stored with wrong characters, and a compressed
 * body would be reported as malformed JSON.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  const types = ['application/json', mergePatchType];
  app.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8());
    return parse(request, body.toString(), done);
  });
  beforeBodies(app, (request, _reply, _payload, done) => {
    const isPatch = request.headers['content-type']?.toLowerCase().startsWith(mergePatchType) ?? false;
    if (isPatch && request.method !== 'PATCH') return done(notJson());
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    return done(encoding === undefined || encoding === 'identity' ? null : compressedBody());
  });
}
