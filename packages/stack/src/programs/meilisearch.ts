import { answers } from '../answers.js';
import type { Program } from '../part.js';
import { requireProgram } from '../requirePrograms.js';

/** Where Meilisearch keeps its data below the directory of the stack. */
export const meilisearchData = (directory: string): string => `${directory}/meilisearch`;

/** Meilisearch as the compose file runs it. */
export async function meilisearchProgram(
  directory: string,
  port: number,
  masterKey: string,
): Promise<Program> {
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'meilisearch',
    command: await requireProgram('meilisearch'),
    args: [
      '--http-addr',
      `127.0.0.1:${port}`,
      '--db-path',
      meilisearchData(directory),
      '--dump-dir',
      `${directory}/dumps`,
      '--snapshot-dir',
      `${directory}/snapshots`,
      // With the default a task costs a second on a machine with much memory, however small it is.
      '--max-indexing-memory',
      '512MiB',
    ],
    env: { MEILI_ENV: 'production', MEILI_MASTER_KEY: masterKey, MEILI_NO_ANALYTICS: 'true' },
    url,
    isReady: () => answers(`${url}/health`),
  };
}
