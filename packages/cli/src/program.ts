/** A command failed in a way that one sentence explains to the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}
/** How this program was called, for what people paste: through npm in a checkout, by its name where it is installed. */
export const program = process.env.npm_lifecycle_event === 'shirube' ? 'npm run shirube --' : 'shirube';
