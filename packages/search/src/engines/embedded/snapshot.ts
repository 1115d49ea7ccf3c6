import { createHash, hash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import { dimensions } from '../../intent/vectors.js';
import type { AnalysedTexts, ServingIndex, Vocabulary } from './servingIndex.js';
import { termOf } from './termIndex.js';

export interface Snapshot {
  vocabulary?: Vocabulary;
  /** Returns what was derived from the texts with that key, in the numbers of the vocabulary. */
  find(key: string): AnalysedTexts | undefined;
}

export const noSnapshot: Snapshot = { find: () => undefined };
const digestLength = 32;
const keyLength = 20;
/** The numbers before the key of a record: words, terms, leading terms, bytes of the vector. */
const headLength = 4;
const partsPerChunk = 500;

/** Returns the key of a document's texts. What is derived from them stays valid, whatever else changes. */
export const textKey = ({ service, description, categoryText, hostText, callText }: SearchDocument): string =>
  // No text contains U+0000.
  hash('sha1', [service.name, description, categoryText, hostText, callText].join('\0'), 'binary');

/** Returns the text filled up with spaces, so that numbers may follow it. */
const padded = (text: string): Buffer => Buffer.from(text + ' '.repeat(-Buffer.byteLength(text) & 3));
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * Stores what was derived from the texts of an index in one file, so that a restart need not analyse them again: the
 * version, the vocabulary as JSON, a record for each service, and the SHA-256 of all that. Without a folder nothing is
 * stored. A file that is damaged or of another version is ignored, and one that cannot be written only costs time.
 */
export function createSnapshots(version: string, folder: string | undefined) {
  const title = padded(`snapshot 1 ${endianness()} ${version}\n`);

  async function read(): Promise<Snapshot> {
    const bytes = folder === undefined ? undefined : await readFile(fileIn(folder)).catch(() => undefined);
    if (!bytes?.subarray(0, title.length).equals(title)) return noSnapshot;
    const end = bytes.length - digestLength;
    if (hash('sha256', bytes.subarray(0, end), 'binary') !== bytes.toString('binary', end)) return noSnapshot;
    const vocabularyStart = title.length + 4;
    const recordsStart = vocabularyStart + bytes.readUInt32LE(title.length);
    const vocabulary: Vocabulary = JSON.parse(bytes.toString('utf8', vocabularyStart, recordsStart));
    return { vocabulary, find: findRecords(bytes.subarray(recordsStart, end), vocabulary) };
  }

  async function write(index: ServingIndex): Promise<void> {
    if (folder === undefined) return;
    const vocabulary = padded(JSON.stringify(index.vocabulary()));
    const vocabularyLength = Buffer.alloc(4);
    vocabularyLength.writeUInt32LE(vocabulary.length);
    const chunks: Uint8Array[] = [title, vocabularyLength, vocabulary];
    let parts: Uint8Array[] = [];
    for (const [key, { words, terms, leading, vector }] of index.texts()) {
      const head = Uint32Array.of(words.length, terms.length, leading, vector.length);
      parts.push(bytesOf(head), Buffer.from(key, 'latin1'), bytesOf(words), bytesOf(terms), bytesOf(vector));
      if (parts.length < partsPerChunk) continue;
      chunks.push(Buffer.concat(parts));
      parts = [];
      await nextTurn();
    }
    chunks.push(...parts);
    const digest = createHash('sha256');
    for (const chunk of chunks) digest.update(chunk);
    const file = fileIn(folder);
    await mkdir(folder, { recursive: true });
    const draft = `${file}.new`;
    // A process that is killed while it writes leaves the old file, and a full disk leaves no draft.
    await writeFile(draft, [...chunks, digest.digest()])
      .then(() => rename(draft, file))
      .finally(() => rm(draft, { force: true }));
    // What versions before the snapshot stored instead.
    await rm(join(folder, 'made-documents'), { force: true });
  }

  return {
    read: () => read().catch(() => noSnapshot),
    write: (index: ServingIndex) => write(index).catch(() => undefined),
  };
}

const fileIn = (folder: string): string => join(folder, 'snapshot');

/** Finds records by their keys. Throws unless all of them can be those of an index with that vocabulary. */
function findRecords(bytes: Buffer, vocabulary: Vocabulary): Snapshot['find'] {
  // A copy, because numbers have to start at a multiple of four.
  const { buffer } = new Uint8Array(bytes);
  const numbers = new Uint32Array(buffer);

  function recordAt(place: number) {
    const words = place + headLength + keyLength / 4;
    const terms = words + (numbers[place] as number);
    const vector = terms + (numbers[place + 1] as number);
    return { words, terms, vector, end: vector + (numbers[place + 3] as number) / 4 };
  }

  const isText = (text: unknown) => typeof text === 'string';
  const areIn = (texts: readonly string[], entries: Uint32Array) => entries.every((entry) => texts[termOf(entry)]);
  if (!vocabulary.words.every(isText) || !vocabulary.terms.every(isText)) throw new Error('a broken vocabulary');

  const places = new Map<string, number>();
  for (let place = 0; place < numbers.length; place = recordAt(place).end) {
    const { words, terms, vector, end } = recordAt(place);
    const fits = Number.isInteger(end) && end <= numbers.length && 4 * (end - vector) <= dimensions;
    const isKnown = areIn(vocabulary.words, numbers.subarray(words, terms));
    if (!fits || !isKnown || !areIn(vocabulary.terms, numbers.subarray(terms, vector)))
      throw new Error('a broken record');
    const keyStart = 4 * (place + headLength);
    places.set(bytes.toString('latin1', keyStart, keyStart + keyLength), place);
  }
  return (key) => {
    const place = places.get(key);
    if (place === undefined) return undefined;
    const { words, terms, vector, end } = recordAt(place);
    return {
      words: numbers.subarray(words, terms),
      terms: numbers.subarray(terms, vector),
      leading: numbers[place + 2] as number,
      vector: new Int8Array(buffer, 4 * vector, 4 * (end - vector)),
    };
  };
}
