import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchDocument } from '@shirube/contracts';
import { textKey } from '../../document/textKey.js';
import { keyLength, type MadeDocument, type MakeDocument, packMade, unpackMade } from './madeDocument.js';

/** Makes documents, and writes the new ones to the file on `flush`. */
export interface DocumentMaking {
  make: MakeDocument;
  /** Whether the texts were processed before and need not be embedded again. */
  isMade(document: SearchDocument): boolean;
  flush(): Promise<void>;
}

/** The making of a whole index. Reuses what the current file contains and writes a new file. */
export interface IndexMaking extends DocumentMaking {
  /** Replaces the old file with the new one. */
  settle(): Promise<void>;
  abandon(): Promise<void>;
}

const newLine = '\n'.charCodeAt(0);

/**
 * Stores what was derived from texts in a file, so that a restart need not process every text again. The first line is
 * the version, and each further line starts with its key. Without a folder nothing is stored. A file that cannot be
 * read or written only costs time.
 */
export function createMadeDocuments(
  make: MakeDocument,
  version: string,
  folder: string | undefined,
  isKept: (made: MadeDocument) => boolean = () => true,
) {
  const file = folder === undefined ? undefined : join(folder, 'made-documents');
  /** The file that later changes are appended to. */
  let current: FileHandle | undefined;

  const serving = writingTo(make, isKept, () => current);

  async function begin(): Promise<IndexMaking> {
    if (file === undefined || folder === undefined) {
      return { make, isMade: () => false, flush: async () => {}, settle: async () => {}, abandon: async () => {} };
    }
    const known = await readLines(file, version);
    const newFile = `${file}.${process.pid}`;
    const handle = await mkdir(folder, { recursive: true })
      .then(() => open(newFile, 'w'))
      .catch(() => undefined);
    await handle?.write(`${version}\n`);
    const writing = writingTo(make, isKept, () => handle, known);
    return {
      ...writing,
      async settle() {
        await writing.flush();
        if (!handle) return;
        await rename(newFile, file).catch(() => undefined);
        await current?.close();
        current = handle;
      },
      async abandon() {
        await handle?.close();
        await rm(newFile, { force: true });
      },
    };
  }

  return {
    /** For changes of the serving index. */
    serving,
    begin,
    async close(): Promise<void> {
      await serving.flush();
      await current?.close();
      current = undefined;
    },
  };
}

/** Returns a line of the file: the key of the texts and what was derived from them. */
const lineOf = (key: string, made: MadeDocument): string => `${key}${packMade(made)}\n`;

function writingTo(
  make: MakeDocument,
  isKept: (made: MadeDocument) => boolean,
  handle: () => FileHandle | undefined,
  known: (key: string) => string | undefined = () => undefined,
): DocumentMaking {
  let lines: string[] = [];
  return {
    isMade: (document) => known(textKey(document)) !== undefined,
    make(document, embedded) {
      if (!handle()) return make(document, embedded);
      const key = textKey(document);
      const line = known(key);
      const made = line === undefined ? make(document, embedded) : unpackMade(line.slice(keyLength));
      if (isKept(made)) lines.push(line ?? lineOf(key, made));
      return made;
    },
    async flush() {
      const written = lines.join('');
      lines = [];
      // Lines that could not be written are made again after the next start.
      if (written !== '')
        await handle()
          ?.write(written)
          .catch(() => undefined);
    },
  };
}

/** Returns the lines of a file of this version, by key. */
async function readLines(file: string, version: string): Promise<(key: string) => string | undefined> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const lines = new Map<string, [start: number, end: number]>();
  const first = bytes.indexOf(newLine);
  if (first < 0 || bytes.toString('utf8', 0, first) !== version) return () => undefined;
  for (let start = first + 1; ; ) {
    const end = bytes.indexOf(newLine, start);
    // A line without an end is left from a process that was killed while writing it.
    if (end < 0) break;
    lines.set(bytes.toString('latin1', start, start + keyLength), [start, end + 1]);
    start = end + 1;
  }
  return (key: string) => {
    const place = lines.get(key);
    return place && bytes.toString('utf8', ...place);
  };
}
