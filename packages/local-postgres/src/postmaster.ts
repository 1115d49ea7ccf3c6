import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endProcess, guardAgainstDeath } from '@shirube/processes';
import { type Placement, plainSurroundings } from './placement.js';

/** Why Postgres itself ends; what it refuses to clients is not among it. */
const complaint = /(?:PANIC: +|FATAL: +(?=could not|lock file|data|pre-existing|required))(.*)/;

export interface Postmaster {
  /** Resolves when Postgres has ended, for whatever reason. */
  exited: Promise<void>;
  /** How it has ended, in some words: the signal, or the last thing it complained about. */
  ending(): string;
  /** Stops Postgres in an orderly way, or at once when that takes longer than 4 s; the data is safe in both cases. */
  stop(): Promise<void>;
}

/** Thrown when Postgres ends before it is ready; `log` is what it said. */
export class PostgresDidNotStart extends Error {
  override readonly name = 'PostgresDidNotStart';

  constructor(readonly log: string) {
    super(`Postgres did not start: ${complaint.exec(log)?.[1] ?? log.trim()}`);
  }
}

export interface PostmasterOptions {
  onLog?: ((line: string) => void) | undefined;
  /** Stops it while it is starting. */
  signal?: AbortSignal | undefined;
}

/** Starts Postgres and returns once it accepts connections. It stops by itself when this process dies. */
export async function startPostmaster(
  { home, binaries, user }: Placement,
  settings: Record<string, string | number>,
  { onLog = () => {}, signal }: PostmasterOptions = {},
): Promise<Postmaster> {
  signal?.throwIfAborted();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a process group of their own, as Ctrl-C must reach the owner only, who stops Postgres last.
  const apart = { ...user, ...plainSurroundings, detached: true };
  const child = spawn(binaries.postgres, ['-D', join(home, 'data'), ...options], {
    ...apart,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit').then(() => {});
  // The owner's death stops Postgres in an orderly way.
  if (child.pid !== undefined) exited.then(guardAgainstDeath(child.pid, 'INT', apart));
  let reason = 'it has ended';
  const listen = (line: string) => {
    reason = complaint.exec(line)?.[1] ?? reason;
    onLog(line);
  };
  const giveUp = () => child.kill('SIGINT');
  signal?.addEventListener('abort', giveUp);
  await ready(child.stderr, exited, listen).finally(() => signal?.removeEventListener('abort', giveUp));
  return {
    exited,
    ending: () => (child.signalCode ? `it was ended by ${child.signalCode}` : reason),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const kill = (signal: NodeJS.Signals) => child.kill(signal);
      await endProcess({ kill, exited }, { signal: 'SIGINT', within: 4000, lastly: 'SIGQUIT' });
    },
  };
}

async function ready(log: Readable, exited: Promise<void>, onLog: (line: string) => void): Promise<void> {
  const said: string[] = [];
  const lines = createInterface({ input: log });
  lines.on('line', onLog);
  const drained = once(lines, 'close');
  await new Promise<void>((resolve, reject) => {
    const listen = (line: string) => {
      said.push(line);
      if (!line.includes('database system is ready to accept connections')) return;
      lines.off('line', listen);
      resolve();
    };
    lines.on('line', listen);
    Promise.all([exited, drained]).then(() => reject(new PostgresDidNotStart(said.join('\n'))), reject);
  });
}
