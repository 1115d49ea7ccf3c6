import { type ImportLine, registrationDigest } from '@shirube/catalog';
import { type Faults, readRegistration } from '@shirube/contracts';
import { type Line, readLines } from './readLines.js';

export interface BadLine extends Faults {
  line: number;
}

/** What a line of an import file is: a registration, or every reason why it is none. */
export type ReadLine = { number: number; position: number } & ({ good: ImportLine } | { bad: BadLine });

/** Reads an import file; `position` is the number of bytes up to the end of the line. */
export async function* readImportLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadLine> {
  const seen = new Map<string, number>();
  let position = 0;
  for await (const line of readLines(chunks)) {
    position += line.bytes;
    const { number } = line;
    const read = readBody(line);
    if ('faults' in read) {
      yield { number, position, bad: { line: number, ...read } };
      continue;
    }
    const { registration } = read;
    const digest = registrationDigest(registration);
    const occurrence = seen.get(digest) ?? 0;
    seen.set(digest, occurrence + 1);
    yield { number, position, good: { registration, digest, occurrence } };
  }
}

function readBody(line: Line): ReturnType<typeof readRegistration> {
  if ('fault' in line) return { faults: [{ path: '', message: line.fault }] };
  try {
    return readRegistration(JSON.parse(line.text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { faults: [{ path: '', message: `is not JSON: ${error.message}` }] };
  }
}
