import type { Problem } from './schemas.js';

/** An error response of the directory: its problem+json as an error to catch. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  /**
   * A stable code to branch on, such as `service_not_found`; `http_502` and the like if the response held no problem.
   * After `outcome_unknown`, a write may or may not be done.
   */
  readonly code: string;
  readonly title: string;
  /** The service that a repeated registration had created, if it has been removed since. */
  readonly id: string | undefined;
  /** The scope that the API key lacks. */
  readonly scope: string | undefined;
  /** Every fault of an invalid input, by path. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Seconds to wait before a retry, if the response said so. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(problem: Omit<Problem, 'type'>, headers: Headers) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.id = problem.id;
    this.scope = problem.scope;
    this.errors = problem.errors ?? [];
    this.retryAfter = secondsUntil(headers.get('retry-after'));
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Reads the problem from a response. An error page from a proxy in between becomes a problem too. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError(readProblem(text) ?? fallbackProblem(response), response.headers);
}

function readProblem(text: string): Problem | undefined {
  try {
    const body: Partial<Problem> | null = JSON.parse(text);
    const isProblem = typeof body?.code === 'string' && typeof body.detail === 'string';
    return isProblem ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function fallbackProblem({ status, statusText }: Response): Omit<Problem, 'type'> {
  const title = statusText || `HTTP ${status}`;
  return { status, title, code: `http_${status}`, detail: `The directory answered ${status} ${statusText}.` };
}

/** Retry-After holds seconds or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
