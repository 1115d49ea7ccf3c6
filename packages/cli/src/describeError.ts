import { CommandError } from './commandError.js';

/** One sentence about an error for the operator: no stack, no address with a password. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  const reason = reasonOf(error);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}

/** What an error says, in one line; errors that only collect others say what the first of those says. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const said = error.message || error.name;
  return said.replaceAll(/\s*\n\s*/g, ' ').trim();
}
