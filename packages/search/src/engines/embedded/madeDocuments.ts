import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { textKey } from '../../document/textKey.js';
import { keyLength, type MadeDocument, type MakeDocument, packMade, unpackMade } from './madeDocument.js';

/** Makes documents, and writes down what it has made when it is told to. */
export interface DocumentMaking {
  make: MakeDocument;
  flush(): Promise<void>;
}

/** The making of a whole index: what was made before is taken from the file, of which a new one is written. */
export interface IndexMaking extends DocumentMaking {
  /** Lets the new file take the place of the old one. */
  settle(): Promise<void>;
  abandon(): Promise<void>;
}

const newLine = '\n'.charCodeAt(0);

/**
 * Keeps what was made of texts in a file, so that a restart need not read every text again: a line for each, its key
 * first, behind a first line with the version. Without a folder nothing is kept. A file that cannot be read or written costs
 * time and nothing else.
 */
export function createMadeDocuments(make: MakeDocument, version: string, folder: string | undefined) {
  const file = folder === undefined ? undefined : join(folder, 'made-documents');
  /** The file that later changes are added to. */
  let current: FileHandle | undefined;

  const serving = writingTo(make, () => current);

  async function begin(): Promise<IndexMaking> {
    if (file === undefined || folder === undefined) {
      return { make, flush: async () => {}, settle: async () => {}, abandon: async () => {} };
    }
    const known = await readLines(file, version);
    const newFile = `${file}.${process.pid}`;
    const handle = await mkdir(folder, { recursive: true })
      .then(() => open(newFile, 'w'))
      .catch(() => undefined);
    await handle?.write(`${version}\n`);
    const writing = writingTo(make, () => handle, known);
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
    /** For changes of the index that serves. */
    serving,
    begin,
    async close(): Promise<void> {
      await serving.flush();
      await current?.close();
      current = undefined;
    },
  };
}

/** A line of the file: the key of the texts, and what was made of them. */
const lineOf = (key: string, made: MadeDocument): string => `${key}${packMade(made)}\n`;

function writingTo(
  make: MakeDocument,
  handle: () => FileHandle | undefined,
  known: (key: string) => string | undefined = () => undefined,
): DocumentMaking {
  let lines: string[] = [];
  return {
    make(document) {
      if (!handle()) return make(document);
      const key = textKey(document);
      const line = known(key);
      const made = line === undefined ? make(document) : unpackMade(line.slice(keyLength));
      lines.push(line ?? lineOf(key, made));
      return made;
    },
    async flush() {
      const written = lines.join('');
      lines = [];
      // What could not be written is made again after the next start.
      if (written !== '')
        await handle()
          ?.write(written)
          .catch(() => undefined);
    },
  };
}

/** The lines of a file of this version, by their keys. */
async function readLines(file: string, version: string): Promise<(key: string) => string | undefined> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const lines = new Map<string, [start: number, end: number]>();
  const first = bytes.indexOf(newLine);
  if (first < 0 || bytes.toString('utf8', 0, first) !== version) return () => undefined;
  for (let start = first + 1; ; ) {
    const end = bytes.indexOf(newLine, start);
    // A line without an end was being written when the process was killed.
    if (end < 0) break;
    lines.set(bytes.toString('latin1', start, start + keyLength), [start, end + 1]);
    start = end + 1;
  }
  return (key: string) => {
    const place = lines.get(key);
    return place && bytes.toString('utf8', ...place);
  };
}
