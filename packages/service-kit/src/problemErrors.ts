import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowedMethods.js';
import { HttpProblem, methodNotAllowed, routeNotFound } from './httpProblem.js';
import { createSparseReport, type SparseReport } from './sparseReport.js';

/** Maps an error of a part (a database, an engine) to what the client should see; undefined if unknown. */
export type TranslateError = (error: unknown) => HttpProblem | undefined;

const frameworkProblems: Record<string, [status: number, code: string, title: string, detail: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', 'Bad input', 'The body is not well-formed JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_json', 'Bad input', 'The body is empty: send a JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'Bad input', 'Content-Length does not match the body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'Body too large', 'The body is larger than this API accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'Unsupported media type',
    'Send the body as application/json.',
  ],
  FST_ERR_BAD_URL: [400, 'bad_request', 'Bad input', 'The path is not a well-formed URL.'],
};

function toProblem(error: unknown, translate: TranslateError): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  const translated = translate(error);
  if (translated) return translated;
  if (!(error instanceof Error)) return undefined;
  const { code = '', statusCode } = error as FastifyError;
  const known = frameworkProblems[code];
  if (known) return new HttpProblem(...known);
  if (error instanceof SyntaxError && statusCode === 400) {
    return new HttpProblem(400, 'malformed_json', 'Bad input', 'The body is not well-formed JSON.');
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new HttpProblem(statusCode, 'bad_request', 'Bad request', 'The request cannot be understood.');
  }
  return undefined;
}

const internalError = () =>
  new HttpProblem(500, 'internal_error', 'Internal error', 'Something went wrong on our side. It has been logged.');

export function sendProblem(reply: FastifyReply, problem: HttpProblem) {
  return reply
    .code(problem.status)
    .headers(problem.options.headers ?? {})
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem.body(reply.request.id));
}

/** Responds to every error in the form of RFC 9457. Errors that are not meant for the client are logged and hidden. */
export function answerErrors(app: FastifyInstance, translate: TranslateError): void {
  const reports = new Map<string, SparseReport>();

  /** An outage fails every request, so it is logged once, and repeated only now and then. */
  function reportOutage(code: string, error: unknown, requestId: string): void {
    const report = reports.get(code) ?? createSparseReport(app.log, `the ${code.replace('_unavailable', '')}`);
    reports.set(code, report);
    report.failed(error, { requestId, code });
  }

  app.setErrorHandler((error, request, reply) => {
    // The client disconnected while it sent its body. Nobody gets this response; 499 is the usual status for that.
    if (error === request.raw.errored) return reply.code(499).send();
    const problem = toProblem(error, translate);
    // Fastify would close the connection with the rest of the body unread, and the client would see a reset instead of
    // the response.
    if (problem?.status === 413) reply.removeHeader('connection');
    const { id: requestId } = request;
    if (!problem) request.log.error({ requestId, err: error }, 'unexpected error');
    // Deliberate rejections are counted, not logged: overload must not cost more than necessary.
    else if (problem.status >= 500 && problem !== error) reportOutage(problem.code, error, requestId);
    return sendProblem(reply, problem ?? internalError());
  });
}

/** Responds to unknown paths with 404, and to known paths with other methods with 405 and `Allow`. */
export function answerUnknownRoutes(app: FastifyInstance, allowed: AllowedMethods): void {
  function refusal({ url, method }: FastifyRequest): HttpProblem {
    const methods = allowed(url.split('?', 1)[0] ?? '');
    // A route with this method may still find nothing.
    const isAllowed = methods === undefined || methods.split(', ').includes(method);
    return isAllowed ? routeNotFound() : methodNotAllowed(methods);
  }
  // Runs before the body is parsed: an unknown path is 404, whether or not its body is JSON.
  app.addHook('preParsing', (request, _reply, _payload, done) => done(request.is404 ? refusal(request) : null));
  app.setNotFoundHandler((request, reply) => sendProblem(reply, refusal(request)));
}
