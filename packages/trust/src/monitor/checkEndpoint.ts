import type { PaymentTerms } from '@shirube/contracts';
import { type Verdict, valueAt } from '@shirube/domain';
import { type Answer, type GuardedRequest, type OutboundRequest, RequestFault } from '@shirube/outbound';
import type { ObservedCheck } from '../schedule/observedCheck.js';
import { compareTerms, type DeclaredTerms } from './compareTerms.js';
import { type Challenge, challengeHeader, readChallenge } from './readChallenge.js';

export interface CheckEndpointOptions {
  request: GuardedRequest;
  userAgent: string;
  endpoint: string;
  /** The registered terms. If not given, nothing is compared. */
  declared?: (DeclaredTerms & PaymentTerms) | undefined;
  /** The method that got a challenge before. */
  method?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What a check saw. If `optedOut`, the host does not want to be checked, and nothing else counts. */
export interface CheckOutcome {
  check: ObservedCheck;
  optedOut: boolean;
  challenge?: Challenge | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH'] satisfies Method[];
const isMethod = (method: string | undefined): method is Method => method !== undefined && methods.includes(method);

/** The header with which a host opts out of checks. */
const optOutHeader = 'shirube-monitor';
const redirects = 3;

/** Placeholders in a path or a query: {id}, <id> or :id, escaped or not. */
const placeholder = /[{}<>]|%7[bd]|%3[ce]|\/:[A-Za-z_]/i;
export const isTemplate = (endpoint: string): boolean => placeholder.test(endpoint.replace(/^[a-z]+:\/\//i, ''));

/** More than an example of a parameter in a path needs. */
const longestExample = 500;

/** Fills the placeholders of an endpoint with the given examples. Longer ones are no values of a path, and are left out. */
export const filledTemplate = (endpoint: string, examples: unknown): string =>
  endpoint.replace(/\{([^{}]+)\}/g, (placeholder, name) => {
    const example = String(valueAt(examples, name) ?? '');
    return example === '' || example.length > longestExample ? placeholder : encodeURIComponent(example);
  });

export const faultVerdicts = {
  dns: 'dns',
  refused: 'refused',
  tls: 'tls',
  timeout: 'timeout',
  protocol: 'server_error',
} as const satisfies Record<RequestFault['kind'], Verdict>;

interface Try {
  answer: Answer;
  durationMs: number;
  challenge: Challenge | undefined;
}

/**
 * Returns the verdict for a response without a challenge. Among several responses, the most significant one has the
 * lowest rank.
 */
function withoutChallenge({ status, leadsTo }: Answer): { verdict: Verdict; rank: number } {
  if (status === 402) return { verdict: 'bad_challenge', rank: 0 };
  if (leadsTo !== undefined) return { verdict: 'redirected', rank: 1 };
  if (status >= 200 && status < 300) return { verdict: 'no_challenge', rank: 2 };
  if (status === 401 || status === 403 || status === 429) return { verdict: 'blocked', rank: 3 };
  if (status >= 500) return { verdict: 'server_error', rank: 4 };
  if (status === 405 || status === 501) return { verdict: 'method_not_allowed', rank: 6 };
  if (status === 404 || status === 410) return { verdict: 'not_found', rank: 7 };
  return { verdict: 'no_challenge', rank: 5 };
}

const isBlocked = ({ answer }: Try) => withoutChallenge(answer).verdict === 'blocked';
const optsOut = ({ answer: { headers } }: Try) =>
  /^\s*(?:no|off|none)\s*$/i.test([headers[optOutHeader] ?? []].flat().join());

const uncompared = ({ offers }: Challenge): Pick<ObservedCheck, 'verdict' | 'detail' | 'observed'> =>
  offers.length > 0 ? { verdict: 'ok', observed: {} } : { verdict: 'bad_challenge', detail: 'no_offer', observed: {} };

/**
 * Calls an endpoint like a client that has not paid, and compares the terms of its challenge with the registered ones.
 */
export async function checkEndpoint(options: CheckEndpointOptions): Promise<CheckOutcome> {
  const { request, userAgent, endpoint, declared, signal } = options;
  const checkedAt = new Date();
  const evidence = { checkedAt, declared: declared ?? {} };
  if (isTemplate(endpoint)) {
    return { check: { ...evidence, verdict: 'template_url', observed: {} }, optedOut: false };
  }

  async function attempt(method: Method): Promise<Try> {
    const sends: Pick<OutboundRequest, 'body'> = method === 'GET' ? {} : { body: '{}' };
    const startedAt = performance.now();
    const answer = await request(endpoint, {
      method,
      headers: {
        'user-agent': userAgent,
        accept: 'application/json, */*;q=0.5',
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...sends,
      redirects,
      wantsBody: ({ status }) => status === 402,
      signal,
    });
    const durationMs = Math.round(performance.now() - startedAt);
    return { answer, durationMs, challenge: answer.status === 402 ? readChallenge(answer) : undefined };
  }

  const tries: Try[] = [];
  const tried = (method: string) => tries.some(({ answer }) => answer.method === method);
  const requested = new Set<Method>();
  /** Returns the method to try next, based on the responses so far. */
  function next(): Method | undefined {
    const last = tries.at(-1);
    if (!last) return isMethod(options.method) ? options.method : 'GET';
    if (optsOut(last) || isBlocked(last)) return undefined;
    if (last.challenge) {
      const { method } = last.challenge;
      return isMethod(method) && !requested.has(method) && !tried(method) ? method : undefined;
    }
    if (last.answer.status === 402) return undefined;
    const allowed = [last.answer.headers.allow ?? []]
      .flat()
      .join()
      .toUpperCase()
      .split(/\s*,\s*/);
    return (
      (['GET', 'POST'] as const).find((method) => !requested.has(method)) ??
      (['PUT', 'PATCH'] as const).find((method) => !requested.has(method) && allowed.includes(method))
    );
  }

  try {
    for (let method = next(); method && tries.length < 4; method = next()) {
      requested.add(method);
      tries.push(await attempt(method));
    }
  } catch (error) {
    // An earlier response counts for more than a later failure.
    if (!(error instanceof RequestFault)) throw error;
    if (!tries.some(({ challenge, answer }) => challenge ?? answer.leadsTo)) {
      const { kind, detail } = error;
      const durationMs = Date.now() - checkedAt.getTime();
      return {
        check: { ...evidence, verdict: faultVerdicts[kind], detail, durationMs, observed: {} },
        optedOut: false,
      };
    }
  }

  const challenged = tries.findLast(({ challenge }) => challenge);
  const informative =
    challenged ??
    tries.reduce((best, other) =>
      withoutChallenge(other.answer).rank < withoutChallenge(best.answer).rank ? other : best,
    );
  const { answer, durationMs, challenge } = informative;
  const judged = challenge
    ? {
        ...(declared ? compareTerms(declared, challenge.offers) : uncompared(challenge)),
        observation: { details: challenge.details, accepts: challenge.offers },
      }
    : {
        verdict: withoutChallenge(answer).verdict,
        ...(answer.leadsTo === undefined ? {} : { leadsTo: answer.leadsTo }),
        ...(answer.status === 402 && !answer.body && !answer.headers[challengeHeader]
          ? { detail: 'body_too_large' }
          : {}),
        observed: {},
      };
  return {
    check: { ...evidence, ...judged, method: answer.method, httpStatus: answer.status, durationMs },
    optedOut: tries.some(optsOut),
    challenge,
  };
}
