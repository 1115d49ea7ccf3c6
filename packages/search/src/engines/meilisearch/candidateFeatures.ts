import { type IntentFeatures, weightIn } from '../../intent/intentFeatures.js';
import { dimensions } from '../../intent/vectors.js';

/** Bytes of one term: its hash and its packed weight. */
const termBytes = 5;

/** A term as 32 bits: a term of a query and another of a service are taken for the same in one of a million cases. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The features as a document carries them: base64 of the vector (zeros when there is none), then of each term. */
export function packFeatures({ terms, weights, vector }: IntentFeatures): string {
  const bytes = Buffer.alloc(dimensions + termBytes * terms.length);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length));
  for (const [i, term] of terms.entries()) {
    bytes.writeUInt32LE(termHash(term), dimensions + termBytes * i);
    bytes.writeUInt8(weights[i] ?? 0, dimensions + termBytes * i + 4);
  }
  return bytes.toString('base64');
}

/** What a ranking needs of a candidate. */
export interface CandidateFeatures {
  vector: Int8Array;
  /** The sum of the weights of all terms. */
  length: number;
  /** The packed weights of those terms that the query asks for, by the numbers that these have there. */
  held: Map<number, number>;
}

/** Makes a function that unpacks features; of the terms it looks for those of `wanted` alone, numbered by their places. */
export function createUnpacker(wanted: readonly string[]): (features: string) => CandidateFeatures {
  const numbers = new Map(wanted.map((term, number) => [termHash(term), number]));
  let bytes = Buffer.alloc(4_096);
  return (features) => {
    if (bytes.length < features.length) bytes = Buffer.alloc(2 * features.length);
    const end = bytes.write(features, 'base64');
    const held = new Map<number, number>();
    let length = 0;
    for (let at = dimensions; at < end; at += termBytes) {
      const packed = bytes[at + 4] as number;
      length += weightIn(packed);
      const number = numbers.get(bytes.readUInt32LE(at));
      if (number !== undefined) held.set(number, packed);
    }
    return { vector: Int8Array.from(bytes.subarray(0, dimensions), toSigned), length, held };
  };
}

const toSigned = (byte: number): number => (byte << 24) >> 24;
