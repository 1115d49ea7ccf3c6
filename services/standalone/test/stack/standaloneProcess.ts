import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type DirectoryClient, directoryClient, startProcess, type TestProcess } from '@shirube/testing';
import type { Test } from 'tap';

const server = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

/** Clears the variables of the environment that decide which parts are used. */
export const bare = {
  DATABASE_URL: undefined,
  DATABASE_READ_URL: undefined,
  REDIS_URL: undefined,
  MEILI_URL: undefined,
  MEILI_API_KEY: undefined,
  BOOTSTRAP_API_KEY: undefined,
  HOST: undefined,
  LOG_LEVEL: undefined,
  PORT: '0',
};

export interface ProcessOptions {
  dataDir: string;
  args?: string[];
  env?: Record<string, string | undefined>;
}

/** Starts the built server as a separate process, as `npm start` does. */
export async function launchStandalone(
  t: Test,
  { dataDir, args = [], env = {} }: ProcessOptions,
): Promise<TestProcess> {
  const environment = { ...bare, DATA_DIR: dataDir, ...env };
  return startProcess(t, process.execPath, [server, ...args], { env: environment, cwd: dataDir });
}

/** The same, in a terminal. */
export async function launchAtTerminal(t: Test, { dataDir, args = [], env }: ProcessOptions): Promise<TestProcess> {
  const environment = { ...bare, DATA_DIR: dataDir, ...env };
  const command = [process.execPath, server, ...args].join(' ');
  return startProcess(t, 'script', ['-qec', command, '/dev/null'], { env: environment, cwd: dataDir });
}

/** Starts that server through npm. */
export async function launchThroughNpm(t: Test, dataDir: string): Promise<TestProcess> {
  const scripts = { start: `exec node ${server}` };
  await writeFile(`${dataDir}/package.json`, JSON.stringify({ private: true, scripts }));
  return startProcess(t, 'npm', ['start'], { env: { ...bare, DATA_DIR: dataDir }, cwd: dataDir });
}

/** Starts the server and waits for its first screen. The client has the key from the screen, otherwise `key`. */
export async function startStandalone(
  t: Test,
  options: ProcessOptions & { key?: string },
): Promise<{ process: TestProcess; client: DirectoryClient; banner: string }> {
  const process = await launchStandalone(t, options);
  await process.waitForOutput(/Ctrl-C stops it/);
  const banner = process.output();
  const [, base = ''] = /runs at (http:\S+)/.exec(banner) ?? [];
  const [printedKey = ''] = /shk_[\w-]{43}/.exec(banner) ?? [];
  return { process, client: directoryClient(base, printedKey || (options.key ?? '')), banner };
}
