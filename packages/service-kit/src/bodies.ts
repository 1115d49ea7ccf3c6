import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { HttpProblem } from './httpProblem.js';

const withoutBody = ['GET', 'HEAD', 'OPTIONS'];

/** Runs a hook before a body is read, on routes that are added later and accept a body: most requests have none. */
function beforeBodies(app: FastifyInstance, hook: preParsingHookHandler): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => withoutBody.includes(method))) return;
    route.preParsing = [route.preParsing ?? []].flat().concat(hook);
  });
}

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

/** The default timeout between two chunks of a body. */
export const usualBodyDeadlineMs = 30_000;

const bodyTimeout = (milliseconds: number) =>
  new HttpProblem(
    408,
    'request_timeout',
    'Request timeout',
    `The rest of the body did not arrive within ${milliseconds / 1000} s.`,
  );

/** Responds with 408 when no data of a body has arrived for that long, and closes the connection. */
export function limitBodies(app: FastifyInstance, milliseconds: number): void {
  beforeBodies(app, (request, reply, _payload, done) => {
    const { raw } = request;
    // A request without a body never emits `end`.
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return done();
    raw.setTimeout(milliseconds);
    raw.once('timeout', () => (reply.sent ? raw.destroy() : raw.emit('error', bodyTimeout(milliseconds))));
    // Processing the body has its own deadlines.
    raw.once('end', () => raw.setTimeout(0));
    done();
  });
}
