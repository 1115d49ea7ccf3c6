import { lengthNorm, substance } from '../../intent/formula.js';
import { descriptionTerms, type IntentFeatures, lengthIn } from '../../intent/intentFeatures.js';
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
  /** The factor that normalises the vector; negative if its meaning comes from an embedder. */
  scale: number;
  /** The hash and the packed weight of each term. */
  hashes: Uint32Array;
  weights: Uint8Array;
  /** How much its length lowers the weights of its terms. */
  norm: number;
  /** The share of its score that its description leaves. */
  substance: number;
}

/** Unpacks the features of a document. */
export function unpackFeatures(features: string): CandidateFeatures {
  const bytes = Buffer.from(features, 'base64');
  const scale = bytes.readFloatLE(dimensions);
  const terms = (bytes.length - termsStart) / termBytes;
  const hashes = new Uint32Array(terms);
  const weights = new Uint8Array(terms);
  let length = 0;
  for (let i = 0; i < terms; i += 1) {
    const weight = bytes.readUInt8(termsStart + termBytes * i + 4);
    hashes[i] = bytes.readUInt32LE(termsStart + termBytes * i);
    weights[i] = weight;
    length += lengthIn(weight);
  }
  const vector = new Int8Array(scale === 0 ? 0 : dimensions);
  vector.set(bytes.subarray(0, vector.length));
  return { vector, scale, hashes, weights, norm: lengthNorm(length), substance: substance(descriptionTerms(weights)) };
}
