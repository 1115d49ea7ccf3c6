/** A command failed in a way that one sentence explains to the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}
