/**
 * One line of a file, with its number, counted from 1. It has a `fault` instead of `text` if it cannot be read as text.
 */
export type Line = { number: number; bytes: number } & ({ text: string } | { fault: string });

/** The same limit as for a registration over HTTP. */
const longestLine = 1024 * 1024;
const newline = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Yields the lines of a byte stream that are not blank. Memory is constant, however long the file or a line is. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1;
  let held: Buffer[] = [];
  let length = 0;

  function take(part: Buffer): void {
    length += part.length;
    // If a line is too long, only its length is needed.
    if (length > longestLine) held = [];
    else held.push(part);
  }

  function finish(terminator: 0 | 1): Line | undefined {
    const line = toLine(number, length + terminator, length > longestLine ? undefined : Buffer.concat(held));
    number += 1;
    held = [];
    length = 0;
    return line;
  }

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = finish(1);
      if (line) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = finish(0);
  if (last) yield last;
}

function toLine(number: number, bytes: number, content: Buffer | undefined): Line | undefined {
  if (!content) return { number, bytes, fault: 'is longer than 1 MiB' };
  try {
    const text = decoder.decode(content);
    return text.trim() === '' ? undefined : { number, bytes, text };
  } catch {
    return { number, bytes, fault: 'is not valid UTF-8' };
  }
}
