import { registrationDigest } from '@shirube/catalog';
import {
  type CategoryLabel,
  type Faults,
  type FullService,
  readFullService,
  readLabels,
  readRegistration,
} from '@shirube/contracts';
import { createExportSeal } from './exportSeal.js';
import type { ImportLine } from './importLines.js';
import { type Line, readLines } from './readLines.js';
import { openSpool } from './spoolLines.js';

export interface BadLine extends Faults {
  line: number;
}

/** An item to store: a new registration, or a service of a full export under its own id. */
export type ImportItem = ImportLine | { service: FullService };

/** The result of reading a line: an item to store, or every reason why the line is bad. */
type ReadLine = { number: number; position: number } & ({ good: ImportItem } | { bad: BadLine });

const faulty = (message: string): Faults => ({ faults: [{ path: '', message }] });

interface ReadOptions {
  /** Gets the category labels that a full export begins with. */
  onLabels(labels: CategoryLabel[]): Promise<void>;
  /** Whether to read full exports that are truncated or changed, too. */
  force: boolean;
}

/**
 * Reads an import file. `position` is the number of bytes up to the end of the line. Nothing of a full export is
 * yielded before its last line shows that it is complete.
 */
export async function* readImportLines(
  chunks: AsyncIterable<Buffer>,
  { onLabels, force }: ReadOptions,
): AsyncGenerator<ReadLine> {
  const occurrences = new Map<string, number>();
  const lines = readLines(chunks);
  let position = 0;

  function readRegistered(body: unknown): { good: ImportLine } | Faults {
    const read = readRegistration(body);
    if ('faults' in read) return read;
    const { registration } = read;
    const digest = registrationDigest(registration);
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return { good: { registration, digest, occurrence } };
  }

  const toRead = (number: number, read: { good: ImportItem } | Faults): ReadLine =>
    'faults' in read ? { number, position, bad: { line: number, ...read } } : { number, position, ...read };

  /** Reads the lines of a full export after its first one. */
  async function* readExport(first: number, labels: CategoryLabel[]): AsyncGenerator<ReadLine> {
    const seal = createExportSeal();
    const spool = await openSpool(first + 1);
    try {
      let last = first;
      let ending: unknown;
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const line = next.value;
        position += line.bytes;
        last = line.number;
        const [mark, value] = markOf(parse(line));
        if (mark === 'end') {
          ending = value;
          break;
        }
        if (!('text' in line)) continue;
        seal.add(line.text);
        await spool.add(line);
      }
      const fault = seal.fault(ending);
      if (fault) {
        const outcome = force ? 'it is imported all the same' : 'nothing of it is imported';
        yield toRead(last, faulty(`The last line ${fault}; ${outcome}`));
        if (!force) return;
      }
      await onLabels(labels);
      for await (const line of spool.lines()) {
        const body = parse(line);
        yield toRead(line.number, 'faults' in body ? body : readSealed(body.value));
      }
    } finally {
      await spool.remove();
    }
  }

  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    position += line.bytes;
    const body = parse(line);
    const [mark, value] = markOf(body);
    if (mark === 'catalog') yield* readExport(line.number, readLabels(value));
    else yield toRead(line.number, 'faults' in body ? body : readRegistered(body.value));
  }
}

function readSealed(body: unknown): { good: { service: FullService } } | Faults {
  const read = readFullService(body);
  return 'faults' in read ? read : { good: read };
}

/** Returns the mark of the first or last line of a full export: such a line has a single member, which names it. */
function markOf(body: ReturnType<typeof parse>): [mark: string, value: unknown] | [] {
  if ('faults' in body || typeof body.value !== 'object' || body.value === null) return [];
  const [entry, ...others] = Object.entries(body.value);
  return entry && others.length === 0 ? entry : [];
}

function parse(line: Line): { value: unknown } | Faults {
  if ('fault' in line) return faulty(line.fault);
  try {
    return { value: JSON.parse(line.text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return faulty(`is not JSON: ${error.message}`);
  }
}
