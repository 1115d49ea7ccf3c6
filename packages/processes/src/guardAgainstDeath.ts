import { type SpawnOptions, spawn } from 'node:child_process';

/** Waits at its input: a line means that it is no longer needed, the end of the file that its owner has died. */
const script = 'read -r line || kill -s "$0" -- "$1"';

/**
 * Has a signal sent to a process, or to a group by its negative id, when this process dies, however it dies. Returns
 * how to call that off.
 */
export function guardAgainstDeath(
  target: number,
  signal: 'INT' | 'KILL',
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> = {},
): () => void {
  const guard = spawn('/bin/sh', ['-c', script, signal, String(target)], {
    ...options,
    // In a group of its own, which Ctrl-C does not reach.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A guard that is gone cannot be told.
  guard.stdin.on('error', () => {});
  return () => void guard.stdin.end('not needed\n');
}
