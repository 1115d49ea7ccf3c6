import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProcess, type TestProcess, temporaryDirectory, until } from '@shirube/testing';
import type { Test } from 'tap';
import { bare } from '../standaloneProcess.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** The state after cloning the repository and running `npm start -- --demo`. */
export interface FreshClone {
  folder: string;
  /** The address and the key that the first screen shows. */
  url: string;
  key: string;
  directory: TestProcess;
  /** Runs a line in a shell at the root of the clone, and returns its output and exit status. */
  shell(command: string): Promise<{ printed: string; code: number }>;
}

/** Copies the tracked and untracked (not ignored) files of this checkout to a new folder, and starts the directory. */
export async function startFreshClone(t: Test): Promise<FreshClone> {
  const folder = await temporaryDirectory(t);
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: 1e7 });
  for (const file of stdout.split('\0').filter(Boolean)) {
    // A file whose deletion is not committed is in the list, but not in the folder.
    await cp(join(root, file), join(folder, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  // Suppresses npm's own output.
  const env = { ...bare, npm_config_loglevel: 'silent' };
  const directory = await startProcess(t, 'npm', ['start', '--', '--demo'], { cwd: folder, env });
  await directory.waitForOutput(/Ctrl-C stops it/);
  const [, url = ''] = /runs at (http:\S+)/.exec(directory.output()) ?? [];
  const [key = ''] = /shk_[\w-]{43}/.exec(directory.output()) ?? [];
  /** What a command prints must not depend on how far the indexer is. */
  async function isIndexed(): Promise<boolean> {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return /^shirube_index_pending\S* 0$/m.test(metrics) && !/^shirube_queue_jobs\S* [^0]/m.test(metrics);
  }
  return {
    folder,
    url,
    key,
    directory,
    async shell(command) {
      await until(isIndexed, { message: 'the index does not catch up' });
      const here = { ...process.env, ...env, SHIRUBE_KEY: key, SHIRUBE_HOME: folder, PORT: undefined };
      const options = { cwd: folder, env: here, maxBuffer: 1e7 };
      const outcome = await run('bash', ['-c', `exec 2>&1; ${command}`], options).then(
        ({ stdout }) => ({ stdout, code: 0 }),
        (error: { stdout: string; code: number }) => error,
      );
      return { printed: outcome.stdout, code: outcome.code };
    },
  };
}
