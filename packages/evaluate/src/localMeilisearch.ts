import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@shirube/local-postgres';
import { UsageError } from './usageError.js';

export interface LocalMeilisearch {
  url: string;
  apiKey: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const startDeadline = 30_000;

/** A Meilisearch from PATH on a free loopback port; it does not outlive this process. */
export async function startLocalMeilisearch(): Promise<LocalMeilisearch> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const apiKey = randomBytes(24).toString('hex');
  const directory = await mkdtemp(join(tmpdir(), 'shirube-evaluate-'));
  const child = spawn(
    'meilisearch',
    ['--http-addr', url.slice('http://'.length), '--db-path', join(directory, 'data.ms')],
    {
      cwd: directory,
      env: {
        ...process.env,
        MEILI_MASTER_KEY: apiKey,
        MEILI_NO_ANALYTICS: 'true',
        // With the default every task costs a second on a machine with much memory.
        MEILI_MAX_INDEXING_MEMORY: '512MiB',
      },
      stdio: 'ignore',
    },
  );
  const endAtOnce = () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', endAtOnce);
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    child.kill();
    await ended;
    process.off('exit', endAtOnce);
    await rm(directory, { recursive: true, force: true });
  };
  if (await answers(url, ended)) return { url, apiKey, stop };
  await stop();
  throw new UsageError('no Meilisearch: set MEILI_URL (and MEILI_API_KEY), or put meilisearch on PATH');
}

async function answers(url: string, ended: Promise<unknown>): Promise<boolean> {
  const deadline = performance.now() + startDeadline;
  const gone = ended.then(() => 'gone' as const);
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) return true;
    if ((await Promise.race([gone, pause(50)])) === 'gone') return false;
  }
  return false;
}
