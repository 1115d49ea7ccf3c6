import { ProblemError } from '@shirube/client';
import { useMessages } from '../language/language.js';
import { useAccountMessages } from './messages.js';

/** Returns a function that says why a request failed, in the visitor's language where a translation exists. */
export function useRefusalText(): (error: unknown) => string {
  const messages = useMessages();
  const own = useAccountMessages();
  const problems: Partial<Record<string, string>> = { ...messages.problems, ...own.problems };
  return (error) => {
    if (!(error instanceof ProblemError)) return messages.unreachable;
    if (error.status === 401) return own.keyUnknown;
    if (error.scope !== undefined) return error.scope === 'admin' ? own.needsAdmin : own.keyLacksScope;
    if (error.status === 403) return own.notYours;
    return problems[error.code] ?? error.message;
  };
}

/** Shows why an action or a request failed, if it did. Screen readers announce it. */
export function Refusal({ error }: { error: unknown }) {
  const refusalText = useRefusalText();
  return (
    <p class="fault" role="alert">
      {error !== undefined && refusalText(error)}
    </p>
  );
}
