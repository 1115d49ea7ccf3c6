import { useEffect, useState } from 'preact/hooks';
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
const kept = new Map<string, unknown>();

function recall<T>(key: string): T | undefined {
  return kept.get(key) as T | undefined;
}

/** Keeps an answer for when its question is asked again, such as on the way back. */
export function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next();
  if (kept.size > keptAnswers && !oldest.done) kept.delete(oldest.value);
}

/**
 * The answer of `load` for `key`. A new key aborts the request under way; a kept answer is shown at once and brought up
 * to date; a failure that may pass is retried by itself.
 */
export function useAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ key: string; value: T | undefined; failure?: Failure }>({
    key: '',
    value: undefined,
  });

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (count: number): Promise<void> => {
      clearTimeout(timer);
      try {
        const value = await load(controller.signal);
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
  const known = recall<T>(key);
  return { value: known ?? state.value, isStale: known === undefined, failure: undefined };
}
