import { type SpawnOptions, spawn } from 'node:child_process';

/** Waits for input: a line means that the guard is no longer needed, end of file that its owner has died. */
const script = 'read -r line || kill -s "$0" -- "$@"';

/**
 * Sends a signal to processes, or to groups by negative id, when this process dies for any reason. Returns a function
 * that cancels it.
 */
export function guardAgainstDeath(
  targets: number | readonly number[],
  signal: 'INT' | 'KILL' | 'CONT',
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> = {},
): () => void {
  const guard = spawn('/bin/sh', ['-c', script, signal, ...[targets].flat().map(String)], {
    ...options,
    // In its own process group, which Ctrl-C does not reach.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Ignored: the guard may already be gone.
  guard.stdin.on('error', () => {});
  return () => void guard.stdin.end('not needed\n');
}
