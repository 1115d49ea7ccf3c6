import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Line, readLines } from './readLines.js';

/** Lines that are held in a temporary file, because there may be too many for memory. */
interface Spool {
  add(line: Line & { text: string }): Promise<void>;
  /** Yields the lines, with their numbers. */
  lines(): AsyncGenerator<Line>;
  remove(): Promise<void>;
}

const writtenAtOnce = 1024 * 1024;

/** Opens a spool for lines from this number on. */
export async function openSpool(first: number): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'shirube-import-'));
  const file = await open(join(folder, 'lines'), 'wx+', 0o600);
  let next = first;
  let held = '';
  async function write(): Promise<void> {
    await file.appendFile(held);
    held = '';
  }
  return {
    async add({ number, text }) {
      // Blank lines were left out. They are put back, so that the lines keep their numbers.
      held += `${'\n'.repeat(number - next)}${text}\n`;
      next = number + 1;
      if (held.length >= writtenAtOnce) await write();
    },
    async *lines() {
      await write();
      for await (const line of readLines(file.createReadStream({ start: 0, autoClose: false })))
        yield { ...line, number: first + line.number - 1 };
    },
    async remove() {
      await file.close();
      await rm(folder, { recursive: true });
    },
  };
}
