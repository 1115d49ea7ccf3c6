import { ProblemError } from '@shirube/client';
import type { Messages } from '../language/language.js';
import type { AccountMessages } from './language/en.js';

/** Returns why a request failed, in the visitor's language where a translation exists. */
export function refusalText(error: unknown, messages: Messages, own: AccountMessages): string {
  if (!(error instanceof ProblemError)) return messages.unreachable;
  if (error.status === 401) return own.keyUnknown;
  if (error.scope !== undefined) return error.scope === 'admin' ? own.needsAdmin : own.keyLacksScope;
  if (error.status === 403) return own.notYours;
  return own.problems[error.code] ?? messages.problems[error.code] ?? error.message;
}
