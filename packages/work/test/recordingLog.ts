import type { Log } from '@shirube/service-kit';

/** A log whose lines a test can read. */
export function recordingLog() {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  return { log, lines };
}
