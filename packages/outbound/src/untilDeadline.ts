/**
 * Returns a signal that aborts with the given one, or after the timeout. Call `release` when the work is done.
 * `AbortSignal.any` alone leaks memory on every request into a signal that lives as long as the process: Node 20 never
 * frees it.
 */
export function untilDeadline(parent: AbortSignal | undefined, milliseconds: number) {
  const deadline = AbortSignal.timeout(milliseconds);
  if (!parent) return { signal: deadline, release: () => {} };
  const ended = new AbortController();
  const end = () => ended.abort(parent.reason);
  if (parent.aborted) end();
  parent.addEventListener('abort', end);
  return {
    signal: AbortSignal.any([ended.signal, deadline]),
    release: () => parent.removeEventListener('abort', end),
  };
}
