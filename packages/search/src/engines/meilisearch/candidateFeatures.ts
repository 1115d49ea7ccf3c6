import { type IntentFeatures, isInDescription, lengthIn } from '../../intent/intentFeatures.js';
import { dimensions, scaleOf } from '../../intent/vectors.js';

/** Behind the vector lies its scale, and then of each term its hash and its packed weight. */
const termsStart = dimensions + 4;
const termBytes = 5;

/** A term as 32 bits: a term of a query and another of a service are taken for the same in one of a million cases. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The features as a document carries them: base64 of the vector (zeros when there is none) and of the terms. */
export function packFeatures({ terms, weights, vector }: IntentFeatures): string {
  const bytes = Buffer.alloc(termsStart + termBytes * terms.length);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length));
  bytes.writeFloatLE(scaleOf(vector), dimensions);
  for (const [i, term] of terms.entries()) {
    bytes.writeUInt32LE(termHash(term), termsStart + termBytes * i);
    bytes.writeUInt8(weights[i] ?? 0, termsStart + termBytes * i + 4);
  }
  return bytes.toString('base64');
}

/** What a ranking needs of a candidate. */
export interface CandidateFeatures {
  /** Empty when there is none. */
  vector: Int8Array;
  scale: number;
  /** The sum of the weights of all its terms. */
  length: number;
  /** How many of its terms stand in its description. */
  described: number;
  /** Of its terms those that the query asks for: the number that a term has there, and its packed weight, in turn. */
  held: number[];
}

/**
 * Makes a function that unpacks features beside a query with these terms, which are numbered by their places; it marks
 * in `seen` those that occur. It runs hundreds of times for each intent, so that it takes the bytes as they lie.
 */
export function createUnpacker(terms: readonly string[], seen: Uint8Array): (features: string) => CandidateFeatures {
  const numbers = new Map(terms.map((term, number) => [termHash(term), number]));
  /** Whether one of the terms has these lowest 16 bits: most others are skipped by that alone. */
  const lowBits = new Uint8Array(65_536);
  for (const hash of numbers.keys()) lowBits[hash & 0xffff] = 1;
  let bytes = Buffer.alloc(0);
  return (features) => {
    if (bytes.length < features.length) bytes = Buffer.alloc(2 * features.length);
    const end = bytes.write(features, 'base64');
    const held: number[] = [];
    let length = 0;
    let described = 0;
    for (let at = termsStart; at < end; at += termBytes) {
      const packed = bytes[at + 4] as number;
      length += lengthIn(packed);
      if (isInDescription(packed)) described += 1;
      if (lowBits[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] === 0) continue;
      const number = numbers.get(bytes.readUInt32LE(at));
      if (number === undefined) continue;
      held.push(number, packed);
      seen[number] = 1;
    }
    const scale = bytes.readFloatLE(dimensions);
    const vector = new Int8Array(scale === 0 ? 0 : dimensions);
    vector.set(bytes.subarray(0, vector.length));
    return { vector, scale, length, described, held };
  };
}
