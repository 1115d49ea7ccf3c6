import { ProblemError } from './problemError.js';
import type { Change } from './schemas.js';

/** A catalog change and the cursor after it. Store the cursor with your data to resume from there. */
export interface FollowedChange {
  change: Change;
  cursor: string;
}

/** The server sends a comment every 15 s, so a connection that is silent for this long is dead. */
const silenceMs = 45_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Waits for about this long, with jitter so that clients do not retry in step, or until the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds * (0.5 + Math.random()));
    signal.addEventListener('abort', end);
  });
}

/** Yields the events of a connection as they arrive. Comments only show that the connection is alive. */
async function* readEvents(body: ReadableStream<Uint8Array>, onAlive: () => void): AsyncGenerator<FollowedChange> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onAlive();
      const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, cursor] = /^id: ?(.*)$/m.exec(block) ?? [];
        const [, data] = /^data: ?(.*)$/m.exec(block) ?? [];
        if (cursor !== undefined && data !== undefined) yield { change: JSON.parse(data), cursor };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Whether a retry may help: the directory was unreachable, too busy, or failed. */
const isPassing = (error: unknown) => !(error instanceof ProblemError) || error.status >= 500 || error.status === 429;

/**
 * Follows the catalog until the signal is aborted. `listen` opens a connection after a cursor. A connection that ends,
 * breaks or falls silent is reopened at the last cursor, backing off while that fails. Throws errors that a retry does
 * not fix, such as 410 `cursor_expired`.
 */
export async function* followChanges(
  listen: (since: string | undefined, signal: AbortSignal) => Promise<Response>,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<FollowedChange, void> {
  let cursor = since;
  let failures = 0;
  while (!signal.aborted) {
    // Without `AbortSignal.any`, which would leave a reference to each connection in a signal that outlives it.
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
    };
    let retryAfter = 0;
    try {
      alive();
      const { body } = await listen(cursor, connection.signal);
      for await (const event of body ? readEvents(body, alive) : []) {
        failures = 0;
        cursor = event.cursor;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      if (error instanceof ProblemError) retryAfter = error.retryAfter ?? 0;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
    await pause(Math.max(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), retryAfter * 1_000), signal);
    failures += 1;
  }
}
