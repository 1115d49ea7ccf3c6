import { STATUS_CODES } from 'node:http';
import { type Faults, faultSentences, type Problem } from '@shirube/contracts';

interface ProblemOptions {
  /** The id of the service, if the client may not know it. */
  id?: string;
  /** The scope that the API key lacks. */
  scope?: string;
  faults?: Faults;
  /** The services that exist already. */
  ids?: readonly string[];
  headers?: Record<string, string>;
}

/** An error that is meant for the client: the error handler sends it as application/problem+json. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly options: ProblemOptions = {},
  ) {
    super(detail);
  }

  body(requestId?: string): Problem {
    const { id, ids, scope, faults: { faults: errors, more } = {} } = this.options;
    return {
      type: `urn:shirube:problem:${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.detail,
      code: this.code,
      ...(requestId ? { requestId } : {}),
      ...(id ? { id } : {}),
      ...(ids ? { ids: [...ids] } : {}),
      ...(scope ? { scope } : {}),
      ...(errors ? { errors } : {}),
      ...(more ? { moreErrors: more } : {}),
    };
  }
}

export const validationFailed = (faults: Faults) =>
  new HttpProblem(400, 'validation_failed', 'Bad input', faultSentences(faults).join(' '), { faults });

export const unauthorized = (detail: string) =>
  new HttpProblem(401, 'unauthorized', 'Unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });

export const forbidden = (detail: string, options: Pick<ProblemOptions, 'scope'> = {}) =>
  new HttpProblem(403, 'forbidden', 'Forbidden', detail, options);

export const notFound = (code: string, detail: string) => new HttpProblem(404, code, 'Not found', detail);

export const routeNotFound = () => notFound('route_not_found', 'There is nothing at this path.');

export const methodNotAllowed = (allowed: string) =>
  new HttpProblem(405, 'method_not_allowed', 'Method not allowed', `This path supports ${allowed}.`, {
    headers: { allow: allowed },
  });

export const conflict = (code: string, detail: string, ids?: readonly string[]) =>
  new HttpProblem(409, code, 'Conflict', detail, ids ? { ids } : {});

export const gone = (code: string, detail: string, id?: string) =>
  new HttpProblem(410, code, 'Gone', detail, id === undefined ? {} : { id });

export const unprocessable = (code: string, detail: string, faults?: Faults) =>
  new HttpProblem(422, code, 'Unprocessable content', detail, faults ? { faults } : {});

export const preconditionFailed = (detail: string) =>
  new HttpProblem(412, 'precondition_failed', 'Precondition failed', detail);

export const unavailable = (code: string, detail: string, retryAfterSeconds = 2) =>
  new HttpProblem(503, code, 'Service unavailable', detail, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

export const outcomeUnknown = () =>
  new HttpProblem(
    504,
    'outcome_unknown',
    'Outcome unknown',
    'The response was lost: this may or may not have been done. With the same Idempotency-Key it is safe to retry; without one, check first.',
    { headers: { 'retry-after': '2' } },
  );

export const tooManyRequests = (retryAfterSeconds: number) =>
  new HttpProblem(
    429,
    'too_many_requests',
    'Too many requests',
    `You have sent too many requests. Try again in ${retryAfterSeconds} s.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

/** Formats a problem as a raw HTTP response that closes the connection, for connections without a parsed request. */
export function rawProblem(problem: HttpProblem, requestId?: string): string {
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...problem.options.headers,
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`;
}
