import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the start time of a process; undefined if it is dead. Ids are reused, so only id and start time together
 * identify a process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return (await ps('lstart', pid)) || undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses, which may contain anything, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : started;
}

/** Whether the process still runs; a zombie does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

/** Returns the command line of a process; empty if it is dead. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps('command', pid);
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.replaceAll('\0', ' ');
}

async function ps(column: string, pid: number): Promise<string> {
  const result = await run('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return result.stdout.trim();
}
