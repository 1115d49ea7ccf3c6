import { createClient, ProblemError } from '@shirube/client';
import type { Backoff } from '@shirube/domain';
import { createBackoff } from '@shirube/domain/backoff';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Load, type Outcome, RenderingContext } from './rendering.js';

/** The state of a request that may still be pending. */
export interface Answer<T> {
  /** The response, or the previous one while another is pending. */
  value: T | undefined;
  /** Whether `value` belongs to a different key than the current one. */
  isStale: boolean;
  failure: Failure | undefined;
}

export interface Failure {
  error: unknown;
  /** When the request is retried automatically, in milliseconds since 1970; undefined if it is not. */
  retryAt: number | undefined;
  retry: () => void;
}

// Each view stores itself and the twenty services it shows.
const maxAnswers = 500;
const cache = new Map<string, Outcome>();
/** Keys whose responses came with the page: they are not requested again. */
const embeddedKeys = new Set<string>();

/** Caches a response for when its key is requested again, such as on the way back. */
export function cacheAnswer(key: string, value: unknown): void {
  cache.delete(key);
  cache.set(key, { value });
  const oldest = cache.keys().next();
  if (cache.size > maxAnswers && !oldest.done) cache.delete(oldest.value);
}

/** Takes over the responses that the server fetched to render the page. */
export function takeOver(answers: Record<string, Outcome>): void {
  for (const [key, outcome] of Object.entries(answers)) {
    cache.set(key, outcome);
    embeddedKeys.add(key);
  }
}

/**
 * Returns the result of `load` for `key`; nothing for an empty key. A new key aborts the pending request. A cached result
 * is shown at once and then refreshed. A temporary failure is retried automatically.
 */
export function useAnswer<T>(key: string, load: Load<T>): Answer<T> {
  const rendering = useContext(RenderingContext);
  const [state, setState] = useState<{ key: string; value: T | undefined; failure?: Failure }>({
    key: '',
    value: undefined,
  });

  useEffect(() => {
    if (!key) return;
    if (embeddedKeys.has(key)) {
      // Not at once, because several components may show it.
      setTimeout(() => embeddedKeys.delete(key));
      const { value, failure } = answerOf<T>(cache.get(key));
      setState({ key, value, ...(failure && { failure }) });
      return;
    }
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const backoff = createBackoff({ first: 1, longest: 30 });
    const attempt = async (): Promise<void> => {
      clearTimeout(timer);
      try {
        const value = await load(controller.signal, client);
        if (controller.signal.aborted) return;
        cacheAnswer(key, value);
        setState({ key, value });
      } catch (error) {
        if (controller.signal.aborted) return;
        const seconds = secondsToRetry(error, backoff);
        const retry = () => void attempt();
        if (seconds !== undefined) timer = setTimeout(retry, seconds * 1000);
        const retryAt = seconds === undefined ? undefined : Date.now() + seconds * 1000;
        setState({ key, value: undefined, failure: { error, retryAt, retry } });
      }
    };
    void attempt();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);

  if (state.key === key) return { value: state.value, isStale: false, failure: state.failure };
  const outcome = answerOf<T>(rendering ? rendering.find(key, load) : cache.get(key));
  return { ...outcome, value: outcome.value ?? state.value };
}

function answerOf<T>(outcome: Outcome | undefined): Answer<T> {
  if (outcome && 'problem' in outcome) {
    const error = new ProblemError(outcome.problem, new Headers());
    return { value: undefined, isStale: false, failure: { error, retryAt: undefined, retry: () => {} } };
  }
  const value = outcome?.value as T | undefined;
  return { value, isStale: value === undefined, failure: undefined };
}

const retryableStatuses = new Set([429, 502, 503, 504]);

/**
 * Returns the seconds to wait before a failed request is retried: as the directory says, otherwise backing off;
 * undefined if the same request would fail again.
 */
export function secondsToRetry(error: unknown, backoff: Backoff): number | undefined {
  if (error instanceof ProblemError) {
    if (!retryableStatuses.has(error.status)) return undefined;
    if (error.retryAfter !== undefined) return Math.max(1, error.retryAfter);
  }
  return backoff.next();
}

/** A client of the directory that serves this page. */
export const client = createClient();
