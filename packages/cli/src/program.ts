/** A failure of a command that one sentence explains to the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}
/** How to call this program in commands to paste: through npm in a checkout, by its name if it is installed. */
export const program = process.env.npm_lifecycle_event === 'shirube' ? 'npm run shirube --' : 'shirube';
