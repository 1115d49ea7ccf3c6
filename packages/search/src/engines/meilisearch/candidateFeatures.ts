import { lengthNorm, substance } from '../../intent/formula.js';
import { descriptionTerms, type IntentFeatures, lengthIn } from '../../intent/intentFeatures.js';
import { bothDimensions, dimensions, scaleOf } from '../../intent/vectors.js';

/**
 * The vectors of words and meaning are followed by their scale, by the hash and the packed weight of each term, and by the way. Documents of the version before have no way. Its
 * readers take the way for terms, so it fills whole terms. The last byte of a real term is its weight, which is never 0.
 */
const termsStart = bothDimensions + 4;
const termBytes = 5;
const wayBytes = Math.ceil((dimensions - bothDimensions + 1) / termBytes) * termBytes;

/** Hashes a term to 32 bits. A term of a query and a different term of a service collide in one of a million cases. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Returns the features as a document stores them: the vector (zeros if there is none) and the terms, in base64. */
export function packFeatures({ terms, weights, vector }: IntentFeatures): string {
  const wayStart = termsStart + termBytes * terms.length;
  const bytes = Buffer.alloc(wayStart + wayBytes);
  bytes.set(vector.subarray(0, bothDimensions));
  bytes.set(vector.subarray(bothDimensions), wayStart);
  bytes.writeFloatLE(scaleOf(vector), bothDimensions);
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
  /** The factor that normalises the vector. */
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
  const scale = bytes.readFloatLE(bothDimensions);
  const hasWay = bytes.length > termsStart && bytes.at(-1) === 0;
  const wayStart = hasWay ? bytes.length - wayBytes : bytes.length;
  const terms = (wayStart - termsStart) / termBytes;
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
  if (scale !== 0) {
    vector.set(bytes.subarray(0, bothDimensions));
    vector.set(bytes.subarray(wayStart, wayStart + dimensions - bothDimensions), bothDimensions);
  }
  return { vector, scale, hashes, weights, norm: lengthNorm(length), substance: substance(descriptionTerms(weights)) };
}
