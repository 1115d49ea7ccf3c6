import { open } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { reasonOf } from '@shirube/contracts';
import { CommandError } from '../program.js';

export interface Input {
  chunks: AsyncIterable<Buffer>;
  /** The total number of bytes, undefined if unknown. */
  size: number | undefined;
}

/** Opens a file, or standard input for `-`. Reading fails once `signal` is aborted. */
export async function openInput(file: string, signal: AbortSignal): Promise<Input> {
  if (file === '-') return { chunks: addAbortSignal(signal, process.stdin), size: undefined };
  const handle = await open(file).catch((error) => {
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}.`);
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new CommandError(`${file} is a directory; give an NDJSON file with one registration per line.`);
  }
  return {
    chunks: addAbortSignal(signal, handle.createReadStream({ highWaterMark: 256 * 1024 })),
    size: stats.isFile() ? stats.size : undefined,
  };
}
