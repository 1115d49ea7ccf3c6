import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@shirube/local-postgres';
import { requireProgram } from './findProgram.js';
import { isReachable } from './isReachable.js';
import { createPart, type Part, type Program } from './part.js';

/** The data directory of a Meilisearch of that name. */
export const meilisearchData = (directory: string, name = 'meilisearch'): string => `${directory}/${name}`;

/** Meilisearch as the compose file runs it. Several in one directory need different names. */
export async function meilisearchProgram(
  directory: string,
  port: number,
  masterKey: string,
  name = 'meilisearch',
): Promise<Program> {
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    command: await requireProgram('meilisearch'),
    args: [
      '--http-addr',
      `127.0.0.1:${port}`,
      '--db-path',
      meilisearchData(directory, name),
      '--dump-dir',
      `${directory}/dumps`,
      '--snapshot-dir',
      `${directory}/snapshots`,
      // With the default, even a tiny task takes a second on a machine with much memory.
      '--max-indexing-memory',
      '512MiB',
    ],
    env: { MEILI_ENV: 'production', MEILI_MASTER_KEY: masterKey, MEILI_NO_ANALYTICS: 'true' },
    url,
    isReady: () => isReachable(`${url}/health`),
  };
}

export interface RunningMeilisearch extends Part {
  /** The master key. */
  apiKey: string;
}

/** Starts an empty Meilisearch on a free port. Its data is deleted when it is stopped. */
export async function startMeilisearch(): Promise<RunningMeilisearch> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-meilisearch-'));
  const apiKey = randomBytes(24).toString('hex');
  const removeData = () => rm(directory, { recursive: true, force: true });
  try {
    const program = await meilisearchProgram(directory, await freePort(), apiKey);
    const part = createPart(program, { directory });
    await part.start();
    return { ...part, apiKey, stop: () => part.stop().finally(removeData) };
  } catch (error) {
    await removeData();
    throw error;
  }
}
