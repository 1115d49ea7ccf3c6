import { ProblemError } from '@shirube/client';
import { useContext, useEffect, useState } from 'preact/hooks';
import { client } from './client.js';
import { type Found, type Load, RenderingContext } from './rendering.js';
import { secondsToRetry } from './retrying.js';

/** What is known of an answer that may be under way. */
export interface Answer<T> {
  /** The answer, or, while another one is under way, the last there was. */
  value: T | undefined;
  /** Whether `value` is the answer to another question than the one asked now. */
  isStale: boolean;
  failure: Failure | undefined;
}

export interface Failure {
  error: unknown;
  /** When the request is sent again by itself, in milliseconds since 1970; undefined when it is not. */
  retryAt: number | undefined;
  retry: () => void;
}

// A view keeps itself and the twenty services it shows.
const keptAnswers = 500;
const kept = new Map<string, Found>();
/** Questions whose answers came with the page: they are not asked again. */
const received = new Set<string>();

/** Keeps an answer for when its question is asked again, such as on the way back. */
export function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, { value });
  const oldest = kept.keys().next();
  if (kept.size > keptAnswers && !oldest.done) kept.delete(oldest.value);
}

/** Takes over what the server found out for the page that it rendered. */
export function receive(answers: Record<string, Found>): void {
  for (const [key, found] of Object.entries(answers)) {
    kept.set(key, found);
    received.add(key);
  }
}

/**
 * The answer of `load` for `key`. A new key aborts the request under way; a kept answer is shown at once and brought up
 * to date; a failure that may pass is retried by itself.
 */
export function useAnswer<T>(key: string, load: Load<T>): Answer<T> {
  const rendering = useContext(RenderingContext);
  const [state, setState] = useState<{ key: string; value: T | undefined; failure?: Failure }>({
    key: '',
    value: undefined,
  });

  useEffect(() => {
    if (received.delete(key)) {
      const { value, failure } = answerOf<T>(kept.get(key));
      setState({ key, value, ...(failure && { failure }) });
      return;
    }
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (count: number): Promise<void> => {
      clearTimeout(timer);
      try {
        const value = await load(controller.signal, client);
        if (controller.signal.aborted) return;
        keep(key, value);
        setState({ key, value });
      } catch (error) {
        if (controller.signal.aborted) return;
        const seconds = secondsToRetry(error, count);
        const retry = () => void attempt(count + 1);
        if (seconds !== undefined) timer = setTimeout(retry, seconds * 1000);
        const retryAt = seconds === undefined ? undefined : Date.now() + seconds * 1000;
        setState({ key, value: undefined, failure: { error, retryAt, retry } });
      }
    };
    void attempt(0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);

  if (state.key === key) return { value: state.value, isStale: false, failure: state.failure };
  const found = answerOf<T>(rendering ? rendering.find(key, load) : kept.get(key));
  return { ...found, value: found.value ?? state.value };
}

function answerOf<T>(found: Found | undefined): Answer<T> {
  if (found && 'problem' in found) {
    const error = new ProblemError(found.problem, new Headers());
    return { value: undefined, isStale: false, failure: { error, retryAt: undefined, retry: () => {} } };
  }
  const value = found?.value as T | undefined;
  return { value, isStale: value === undefined, failure: undefined };
}
