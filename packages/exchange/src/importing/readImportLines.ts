import { registrationDigest } from '@shirube/catalog';
import {
  type CategoryLabel,
  type Faults,
  type FullService,
  readFullService,
  readLabels,
  readRegistration,
} from '@shirube/contracts';
import { createExportSeal, type ExportSeal } from './exportSeal.js';
import type { ImportLine } from './importLines.js';
import { type Line, readLines } from './readLines.js';

export interface BadLine extends Faults {
  line: number;
}

/** An item to store: a new registration, or a service of a full export under its own id. */
export type ImportItem = ImportLine | { service: FullService };

/** The result of reading a line: an item to store, or every reason why the line is bad. */
export type ReadLine = { number: number; position: number } & ({ good: ImportItem } | { bad: BadLine });

const faulty = (message: string): Faults => ({ faults: [{ path: '', message }] });

/**
 * Reads an import file. `position` is the number of bytes up to the end of the line. `onLabels` gets the category
 * labels that a full export begins with.
 */
export async function* readImportLines(
  chunks: AsyncIterable<Buffer>,
  onLabels: (labels: CategoryLabel[]) => Promise<void>,
): AsyncGenerator<ReadLine> {
  const seen = new Map<string, number>();
  let seal: ExportSeal | undefined;
  let position = 0;
  let number = 0;

  function readRegistered(body: unknown): { good: ImportLine } | Faults {
    const read = readRegistration(body);
    if ('faults' in read) return read;
    const { registration } = read;
    const digest = registrationDigest(registration);
    const occurrence = seen.get(digest) ?? 0;
    seen.set(digest, occurrence + 1);
    return { good: { registration, digest, occurrence } };
  }

  for await (const line of readLines(chunks)) {
    position += line.bytes;
    number = line.number;
    const body = parse(line);
    const [mark, value] = markOf(body);
    if (mark === 'catalog') {
      seal = createExportSeal();
      await onLabels(readLabels(value));
      continue;
    }
    if (mark === 'end') {
      const fault = seal?.fault(value);
      seal = undefined;
      if (fault) yield { number, position, bad: { line: number, ...faulty(`The last line ${fault}`) } };
      continue;
    }
    if (seal && 'text' in line) seal.add(line.text);
    const read = 'faults' in body ? body : seal ? readSealed(body.value) : readRegistered(body.value);
    yield 'faults' in read ? { number, position, bad: { line: number, ...read } } : { number, position, ...read };
  }
  const cut = seal?.fault(undefined);
  if (cut) yield { number, position, bad: { line: number, ...faulty(`The last line ${cut}`) } };
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
