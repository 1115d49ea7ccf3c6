import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useSubmission } from '../account/useSubmission.js';
import { type Answer, client, useAnswer } from '../useAnswer.js';

/** The admin key, and a counter of how often the page was refreshed. */
export interface Operator {
  apiKey: string;
  round: number;
  /** Refreshes all data, such as after an action. */
  refresh: () => void;
}

export const OperatorContext = createContext<Operator>({ apiKey: '', round: 0, refresh: () => {} });

type Path = `/api/admin/${string}`;

/** Fetches an admin route, again whenever the page is refreshed. */
export function useAdmin<T>(path: Path): Answer<T> {
  const { apiKey, round } = useContext(OperatorContext);
  return useAnswer<T>(`${apiKey} ${path} ${round}`, async (signal) => {
    const answer = await client.admin<T>(path, { key: apiKey, signal });
    if (answer === undefined) throw new Error('there is no answer');
    return answer;
  });
}

/** Performs admin actions, one at a time, and refreshes the page after each. */
export function useAdminAction() {
  const { apiKey, refresh } = useContext(OperatorContext);
  const { isSending, refusal, send } = useSubmission();
  const act = <T>(method: 'POST' | 'DELETE', path: Path, body?: object, onDone?: (answer: T | undefined) => void) =>
    send(async () => {
      const answer = await client.admin<T>(path, { key: apiKey, method, ...(body && { body }) });
      refresh();
      onDone?.(answer);
    });
  return { isSending, refusal, act };
}
