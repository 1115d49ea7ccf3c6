import { type SpawnOptions, spawn } from 'node:child_process';

/** Waits at its input: a line means that it is no longer needed, the end of the file that its owner has died. */
const script = 'read -r line || kill -s "$0" -- "$@"';

/**
 * Has a signal sent to processes, or to groups by their negative ids, when this process dies, however it dies. Returns
 * how to call that off.
 */
export function guardAgainstDeath(
  targets: number | readonly number[],
  signal: 'INT' | 'KILL' | 'CONT',
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> = {},
): () => void {
  const guard = spawn('/bin/sh', ['-c', script, signal, ...[targets].flat().map(String)], {
    ...options,
    // In a group of its own, which Ctrl-C does not reach.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A guard that is gone cannot be told.
  guard.stdin.on('error', () => {});
  return () => void guard.stdin.end('not needed\n');
}
