import { aligned } from './aligned.js';
import { stemWord } from './englishWords.js';

/** A word of the table and how near it lies to the one asked for. */
export interface Neighbour {
  word: string;
  /** The stem under which the word is indexed. */
  term: string;
  cosine: number;
}

/** An English word and how much of a text it makes up. */
export interface WeightedWord {
  word: string;
  weight: number;
}

export interface WordTable {
  dimensions: number;
  /** How much a word says, 0–1: rare words near 1, "the" near 0; 1 for a word that is not in the table. */
  weight(word: string): number;
  /** The nearest words with other stems, nearest first. */
  neighbours(word: string): Neighbour[];
  /** The sum of the words' vectors, each times its given weight and not yet of length 1; undefined when none is known. */
  sum(words: readonly WeightedWord[]): Float32Array | undefined;
}

const MAGIC = 0x54574853; // "SHWT"
const VERSION = 1;
const HEADER = 24;

/**
 * The word table as it lies in its file, read in place. After a header of six 32-bit numbers (magic, version, words,
 * dimensions, neighbours, bytes of the words) follow, for every word in alphabetical order: the scale of its vector and
 * its weight (32-bit floats), the numbers of its neighbours (16-bit) and their cosines (bytes, 255 = 1, 0 = none),
 * its vector (bytes), the length of the word (byte), and last all the words in one run of ASCII.
 */
export function readWordTable(file: Buffer): WordTable {
  const bytes = aligned(file);
  const [magic, version, count = 0, dimensions = 0, width = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    6,
  );
  if (magic !== MAGIC || version !== VERSION) throw new Error('The word table has an unknown form.');
  let at = bytes.byteOffset + HEADER;
  const take = (size: number) => {
    at += size;
    return at - size;
  };
  const scales = new Float32Array(bytes.buffer, take(4 * count), count);
  const weights = new Float32Array(bytes.buffer, take(4 * count), count);
  const nearIds = new Uint16Array(bytes.buffer, take(2 * count * width), count * width);
  const nearCosines = new Uint8Array(bytes.buffer, take(count * width), count * width);
  const vectors = new Int8Array(bytes.buffer, take(count * dimensions), count * dimensions);
  const lengths = new Uint8Array(bytes.buffer, take(count), count);
  const pool = bytes.toString('latin1', at - bytes.byteOffset);
  const numbers = new Map<string, number>();
  const words: string[] = [];
  let start = 0;
  for (let i = 0; i < count; i += 1) {
    const end = start + (lengths[i] ?? 0);
    const word = pool.slice(start, end);
    words.push(word);
    numbers.set(word, i);
    start = end;
  }

  return {
    dimensions,
    weight: (word) => weights[numbers.get(word) ?? -1] ?? 1,
    neighbours: (word) => {
      const number = numbers.get(word);
      if (number === undefined) return [];
      const seen = new Set([stemWord(word)]);
      const found: Neighbour[] = [];
      for (let i = number * width; i < (number + 1) * width; i += 1) {
        const cosine = (nearCosines[i] ?? 0) / 255;
        const near = words[nearIds[i] ?? 0] ?? '';
        const term = stemWord(near);
        if (cosine === 0 || seen.has(term)) continue;
        seen.add(term);
        found.push({ word: near, term, cosine });
      }
      return found;
    },
    sum: (parts) => {
      const total = new Float32Array(dimensions);
      let known = false;
      for (const { word, weight } of parts) {
        const number = numbers.get(word);
        if (number === undefined || weight === 0) continue;
        known = true;
        const factor = weight * (scales[number] ?? 0);
        const from = number * dimensions;
        for (let d = 0; d < dimensions; d += 1)
          total[d] = (total[d] ?? 0) + factor * (vectors[from + d] ?? 0);
      }
      return known ? total : undefined;
    },
  };
}
