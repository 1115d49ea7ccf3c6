/** A command failed in a way that one sentence explains to the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The command was called wrongly: exit status 2, and a hint at its help. */
export class UsageError extends CommandError {
  override name = 'UsageError';
}
