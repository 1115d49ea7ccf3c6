import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { guardAgainstDeath, superviseLocalPostgres } from '@shirube/local-postgres';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';
import { patientUrl } from './testDatabaseUrl.js';

const run = promisify(execFile);

/** A Postgres that only this test uses. */
export interface OwnPostgres {
  url: string;
  /** Makes it hang, with its connections open, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Kills it, like a crash. It restarts automatically. */
  kill(): Promise<void>;
}

/**
 * Cancels the guard that thaws a frozen Postgres when this process dies, by data directory. Without the guard a frozen
 * Postgres would never exit.
 */
const thawing = new Map<string, () => void>();

/** The process id and the port of the Postgres that runs on a data directory, from its pid file. */
export async function postgresOf(dataDir: string): Promise<{ pid: number; port: number }> {
  const [pid, , , port] = (await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  return { pid: Number(pid), port: Number(port) };
}

/** Sends a signal to the Postgres that runs on a data directory and to all of its processes. */
export async function signalPostgres(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const { pid: postmaster } = await postgresOf(dataDir);
  // Stopped first, so that it does not fork more processes meanwhile.
  process.kill(postmaster, 'SIGSTOP');
  const { stdout } = await run('pgrep', ['-P', String(postmaster)]);
  const pids = [...stdout.trim().split('\n').map(Number), postmaster];
  for (const pid of pids) process.kill(pid, signal);
  thawing.get(dataDir)?.();
  if (signal === 'SIGSTOP') thawing.set(dataDir, guardAgainstDeath(pids, 'CONT'));
  else thawing.delete(dataDir);
}

/** Runs a private Postgres with an empty database until the test ends. */
export async function ownPostgres(t: Pick<TestContext, 'teardown'>): Promise<OwnPostgres> {
  const dataDir = await temporaryDirectory(t);
  const postgres = await superviseLocalPostgres({ dataDir, durable: false });
  const send = (signal: NodeJS.Signals) => signalPostgres(dataDir, signal);
  t.teardown(async () => {
    await send('SIGCONT').catch(() => {});
    await postgres.stop();
  });
  return {
    url: patientUrl(postgres.url),
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    kill: () => send('SIGKILL'),
  };
}
