import type { Problem } from './schemas.js';

/** The directory answered, but not with what was asked for: its problem+json as an error to catch. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  /**
   * A stable word to branch on, such as `service_not_found`; `http_502` and the like when no problem was sent. After
   * `outcome_unknown` a write may be done or not.
   */
  readonly code: string;
  readonly title: string;
  /** The service that a repeated registration had made, when it was removed since. */
  readonly id: string | undefined;
  /** Every fault of a bad input, by its path. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Seconds after which to try again, when the answer said so. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(problem: Omit<Problem, 'type'>, headers: Headers) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.id = problem.id;
    this.errors = problem.errors ?? [];
    this.retryAfter = secondsUntil(headers.get('retry-after'));
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Reads the problem that a response holds; what a proxy in between made up becomes one too. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError(readProblem(text) ?? madeUp(response), response.headers);
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

function madeUp({ status, statusText }: Response): Omit<Problem, 'type'> {
  const title = statusText || `HTTP ${status}`;
  return { status, title, code: `http_${status}`, detail: `The directory answered ${status} ${statusText}.` };
}

/** Retry-After holds seconds or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
