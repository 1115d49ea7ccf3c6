import { stemWord } from '../words/englishWords.js';
import { openTable } from './openTable.js';
import { stringPool } from './stringPool.js';

/** A word of the table and how near it is to the given one. */
export interface Neighbour {
  word: string;
  /** The stem under which the word is indexed. */
  term: string;
  cosine: number;
}

/** An English word and its share of a text. */
export interface WeightedWord {
  word: string;
  weight: number;
}

export type WordTable = ReturnType<typeof readWordTable>;

/**
 * Reads the word table from its file format. A header of six 32-bit numbers (magic, version, words, pairs, dimensions,
 * neighbours) is followed, for every word in alphabetical order and then every pair, by: the scale of its vector and
 * its weight (32-bit floats); for words only the numbers of their neighbours (16-bit) and the cosines (bytes, 255 = 1,
 * 0 = none); for all the vector (two 4-bit numbers in a byte, the even axis low, 8 = 0), the length of the word (byte),
 * and last the words in one run of ASCII.
 */
export function readWordTable(file: Buffer) {
  const { header, take, bytes } = openTable(file, 'SHWT', 4);
  const [wordCount = 0, pairCount = 0, dimensions = 0, width = 0] = header;
  const count = wordCount + pairCount;
  const scales = take(Float32Array, count);
  const weights = take(Float32Array, count);
  const nearIds = take(Uint16Array, wordCount * width);
  const nearCosines = take(Uint8Array, wordCount * width);
  const halves = dimensions / 2;
  const vectors = take(Uint8Array, count * halves);
  const lengths = take(Uint8Array, count);
  const words = stringPool(bytes(), lengths);

  const addVector = (number: number, weight: number, sum: Float32Array): boolean => {
    if (number < 0) return false;
    const factor = weight * (scales[number] ?? 0);
    const from = number * halves;
    for (let d = 0; d < halves; d += 1) {
      const pair = vectors[from + d] ?? 0;
      sum[2 * d] = (sum[2 * d] ?? 0) + factor * ((pair & 15) - 8);
      sum[2 * d + 1] = (sum[2 * d + 1] ?? 0) + factor * ((pair >>> 4) - 8);
    }
    return true;
  };

  return {
    /** The number of axes of a vector. */
    dimensions,
    /** Whether the table knows the word, or the two words separated by a space. */
    has: (word: string): boolean => words.find(word) >= 0,
    /** How much a word says, 0–1: near 1 for rare words, near 0 for "the", 1 for an unknown word, up to 2 for a pair. */
    weight: (word: string): number => weights[words.find(word)] ?? 1,
    /** Returns the nearest words with other stems, nearest first. */
    neighbours(word: string): Neighbour[] {
      const number = words.find(word);
      if (number < 0 || number >= wordCount) return [];
      const stems = new Set([stemWord(word)]);
      const found: Neighbour[] = [];
      for (let i = number * width; i < (number + 1) * width; i += 1) {
        const cosine = (nearCosines[i] ?? 0) / 255;
        const near = words.at(nearIds[i] ?? 0);
        const term = stemWord(near);
        if (cosine === 0 || stems.has(term)) continue;
        stems.add(term);
        found.push({ word: near, term, cosine });
      }
      return found;
    },
    /** Adds the vectors of the words to the sum, each times its given weight. Returns whether the table knows any. */
    add(parts: readonly WeightedWord[], sum: Float32Array): boolean {
      let known = false;
      for (const { word, weight } of parts) {
        if (weight !== 0) known = addVector(words.find(word), weight, sum) || known;
      }
      return known;
    },
    /** Adds the vectors of a text's words in order, known pairs as one, each times its own weight. */
    addText(run: readonly string[], sum: Float32Array): boolean {
      let known = false;
      for (let at = 0; at < run.length; at += 1) {
        const pair = at + 1 < run.length ? words.find(`${run[at]} ${run[at + 1]}`) : -1;
        const number = pair < 0 ? words.find(run[at] ?? '') : pair;
        known = addVector(number, weights[number] ?? 1, sum) || known;
        if (pair >= 0) at += 1;
      }
      return known;
    },
  };
}
