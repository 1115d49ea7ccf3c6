import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers } from './answers.js';
import { requireProgram } from './findProgram.js';
import { freePort } from './freePort.js';
import { type Program, type RunningProgram, startProgram } from './program.js';

/** Where a Meilisearch of that name keeps its data below its directory. */
export const meilisearchData = (directory: string, name = 'meilisearch'): string => `${directory}/${name}`;

/** Meilisearch as the compose file runs it; several in one directory have names of their own. */
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
      // With the default a task costs a second on a machine with much memory, however small it is.
      '--max-indexing-memory',
      '512MiB',
    ],
    env: { MEILI_ENV: 'production', MEILI_MASTER_KEY: masterKey, MEILI_NO_ANALYTICS: 'true' },
    url,
    isReady: () => answers(`${url}/health`),
  };
}

export interface RunningMeilisearch extends RunningProgram {
  /** The master key. */
  apiKey: string;
}

/** A new, empty Meilisearch on a free port; its data goes when it is stopped. */
export async function startMeilisearch(): Promise<RunningMeilisearch> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-meilisearch-'));
  const apiKey = randomBytes(24).toString('hex');
  const removeData = () => rm(directory, { recursive: true, force: true });
  try {
    const program = await meilisearchProgram(directory, await freePort(), apiKey);
    const running = await startProgram(program, { cwd: directory, within: 120_000 });
    return { ...running, apiKey, stop: () => running.stop().finally(removeData) };
  } catch (error) {
    await removeData();
    throw error;
  }
}
