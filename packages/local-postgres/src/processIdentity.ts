import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Tells when a process started, undefined once it is dead: with its id it names one process for good, as ids are reused. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return (await ps('lstart', pid)) || undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the command in brackets and may hold anything, so the fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : started;
}

/** Whether the process still runs; one that has ended and waits to be reaped does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

/** The command line of a process, empty once it is dead. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps('command', pid);
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.replaceAll('\0', ' ');
}

async function ps(column: string, pid: number): Promise<string> {
  const result = await run('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return result.stdout.trim();
}
