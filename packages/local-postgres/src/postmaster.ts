import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endProcess } from './endProcess.js';
import { guardAgainstDeath } from './guardAgainstDeath.js';
import { type Placement, plainSurroundings } from './placement.js';

/** Matches the errors that end Postgres itself, not those that it reports to clients. */
const complaint = /(?:PANIC: +|FATAL: +(?=could not|lock file|data|pre-existing|required))(.*)/;

export interface Postmaster {
  /** Resolves when Postgres has ended for any reason. */
  exited: Promise<void>;
  /** Returns how it ended: the signal, or the last error that it logged. */
  ending(): string;
  /** Shuts Postgres down cleanly, or kills it after 4 s. The data is safe in both cases. */
  stop(): Promise<void>;
}

/** Thrown when Postgres exits before it is ready; `log` is its output. */
export class PostgresDidNotStart extends Error {
  override readonly name = 'PostgresDidNotStart';

  constructor(readonly log: string) {
    super(`Postgres did not start: ${complaint.exec(log)?.[1] ?? log.trim()}`);
  }
}

/** Starts Postgres and resolves once it accepts connections. It stops by itself when this process dies. */
export async function startPostmaster(
  { home, binaries, user }: Placement,
  settings: Record<string, string | number>,
  signal?: AbortSignal,
): Promise<Postmaster> {
  signal?.throwIfAborted();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In its own process group: Ctrl-C must reach only the owner, which stops Postgres last.
  const apart = { ...user, ...plainSurroundings, detached: true };
  const child = spawn(binaries.postgres, ['-D', join(home, 'data'), ...options], {
    ...apart,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit').then(() => {});
  // Postgres is shut down cleanly when its owner dies.
  if (child.pid !== undefined) exited.then(guardAgainstDeath(child.pid, 'INT', apart));
  let reason = 'it has exited';
  const listen = (line: string) => {
    reason = complaint.exec(line)?.[1] ?? reason;
  };
  const giveUp = () => child.kill('SIGINT');
  signal?.addEventListener('abort', giveUp);
  await ready(child.stderr, exited, listen).finally(() => signal?.removeEventListener('abort', giveUp));
  return {
    exited,
    ending: () => (child.signalCode ? `it was killed by ${child.signalCode}` : reason),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const kill = (signal: NodeJS.Signals) => child.kill(signal);
      await endProcess({ kill, exited }, { signal: 'SIGINT', within: 4000, finalSignal: 'SIGQUIT' });
    },
  };
}

async function ready(log: Readable, exited: Promise<void>, onLog: (line: string) => void): Promise<void> {
  const output: string[] = [];
  const lines = createInterface({ input: log });
  lines.on('line', onLog);
  const drained = once(lines, 'close');
  await new Promise<void>((resolve, reject) => {
    const listen = (line: string) => {
      output.push(line);
      // A replica accepts read-only connections.
      if (!/database system is ready to accept (?:read-only )?connections/.test(line)) return;
      lines.off('line', listen);
      resolve();
    };
    lines.on('line', listen);
    Promise.all([exited, drained]).then(() => reject(new PostgresDidNotStart(output.join('\n'))), reject);
  });
}
