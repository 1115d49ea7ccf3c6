import { findProgram } from '../processes/index.js';

/** Third-party programs that the stack runs. */
export const programs = ['redis-server', 'meilisearch', 'nginx'] as const;

/** Returns the programs that are not installed. */
export async function missingPrograms(): Promise<string[]> {
  const found = await Promise.all(programs.map(findProgram));
  return programs.filter((_, at) => found[at] === undefined);
}
