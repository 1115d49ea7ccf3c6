import { type IntentFeatures, isInDescription, lengthIn } from '../../intent/intentFeatures.js';
import { dimensions, scaleOf } from '../../intent/vectors.js';

/**
 * The vector is followed by its scale, which is negative if the meaning comes from an embedder, and then by the hash
 * and the packed weight of each term.
 */
const termsStart = dimensions + 4;
const termBytes = 5;

/** Hashes a term to 32 bits. A term of a query and a different term of a service collide in one of a million cases. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Returns the features as a document stores them: the vector (zeros if there is none) and the terms, in base64. */
export function packFeatures({ terms, weights, vector, isEmbedded }: IntentFeatures): string {
  const bytes = Buffer.alloc(termsStart + termBytes * terms.length);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length));
  bytes.writeFloatLE(isEmbedded ? -scaleOf(vector) : scaleOf(vector), dimensions);
  for (const [i, term] of terms.entries()) {
    bytes.writeUInt32LE(termHash(term), termsStart + termBytes * i);
    bytes.writeUInt8(weights[i] ?? 0, termsStart + termBytes * i + 4);
  }
  return bytes.toString('base64');
}

/** What the ranking needs to know about a candidate. */
export interface CandidateFeatures {
  /** Empty if there is none. */
  vector: Int8Array;
  scale: number;
  isEmbedded: boolean;
  /** The sum of the weights of all its terms. */
  length: number;
  /** How many of its terms occur in its description. */
  described: number;
  /** The terms that the query asks for: the number of the term in the query and its packed weight, alternating. */
  held: number[];
}

/**
 * Creates a function that unpacks features for a query with these terms, which are numbered by their positions. It
 * marks the terms that occur in `seen`. It runs hundreds of times per intent, so it reads the bytes in place.
 */
export function createUnpacker(terms: readonly string[], seen: Uint8Array): (features: string) => CandidateFeatures {
  const numbers = new Map(terms.map((term, number) => [termHash(term), number]));
  /** Whether one of the terms has these lowest 16 bits. This check alone skips most other terms. */
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
    return { vector, scale: Math.abs(scale), isEmbedded: scale < 0, length, described, held };
  };
}
