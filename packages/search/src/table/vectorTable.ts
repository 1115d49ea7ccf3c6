import { bindVectorScan, block, blockSlots, desk, halfDimensions } from './vectorScan.js';
import { createWasmMemory } from './wasmCode.js';

/** Numbers of a query's vector per 1: large enough to lose nothing, small enough for a sum in 32 bits. */
const queryScale = 8_192;
const pageSize = 65_536;
/** So that rounding never makes a bound smaller than what it bounds. */
const aLittleMore = 1.000_01;

export interface NearnessSearch {
  /** Without one the scores stay as they are. */
  query: Float32Array | undefined;
  /** What each slot has already; as long as the capacity of the table. */
  scores: Float32Array;
  /** How much a cosine of 1 adds; one below 0 adds nothing. */
  share: number;
  /** The score that a slot must reach; more than 0. */
  least: number;
  /** Takes a slot that reaches it, and returns what later ones must reach. */
  found(slot: number, score: number): number;
}

/** Vectors of 128 bytes in slots, and the search for those that lie near a query. */
export function createVectorTable() {
  const memory = createWasmMemory(Math.ceil(desk.size / pageSize));
  const scan = bindVectorScan(memory);
  let blocks = 0;
  let bytes = new Int8Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);

  const startOf = (slot: number): number => desk.size + Math.floor(slot / blockSlots) * block.size;

  function reserve(slot: number): void {
    blocks = Math.max(blocks, Math.floor(slot / blockSlots) + 1);
    const missing = desk.size + blocks * block.size - bytes.length;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / pageSize));
    bytes = new Int8Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
  }

  function measure(slot: number, scale: number, tailLength: number): void {
    const column = startOf(slot) + 4 * (slot % blockSlots);
    floats[(column + block.scales) / 4] = scale;
    floats[(column + block.tailLengths) / 4] = tailLength;
  }

  return {
    /** A multiple of the slots in a block; every slot is below it. */
    capacity: (): number => blocks * blockSlots,
    /** Makes this the vector of the slot, which may also be empty. */
    put(slot: number, vector: Int8Array): void {
      reserve(slot);
      const head = vector.subarray(0, halfDimensions);
      const tail = vector.subarray(halfDimensions);
      const half = startOf(slot) + halfDimensions * (slot % blockSlots);
      bytes.set(head, half + block.heads);
      bytes.set(tail, half + block.tails);
      const length = lengthOf(vector);
      if (length === 0) measure(slot, 0, 0);
      else measure(slot, 1 / (queryScale * length), lengthOf(tail) / length);
    },
    remove(slot: number): void {
      if (slot < blocks * blockSlots) measure(slot, 0, 0);
    },
    /** Adds nearness to the query to the scores, and hands over the slots that reach enough. */
    search({ query, scores, share, least, found }: NearnessSearch): void {
      const asked = new Int16Array(memory.buffer, desk.query, 2 * halfDimensions);
      if (query) asked.set(query.map((value) => Math.round(value * queryScale)));
      else asked.fill(0);
      const tailShare = (aLittleMore * share * lengthOf(asked.subarray(halfDimensions))) / queryScale;
      const columns = new Uint32Array(memory.buffer, desk.foundColumns, blockSlots);
      const foundScores = new Float32Array(memory.buffer, desk.foundScores, blockSlots);
      let enough = least;
      for (let first = 0; first < blocks * blockSlots; first += blockSlots) {
        floats.set(scores.subarray(first, first + blockSlots), desk.scores / 4);
        const count = scan(startOf(first), share, tailShare, enough) / 4;
        for (let i = 0; i < count; i += 1) {
          const score = foundScores[i] as number;
          if (score >= enough) enough = found(first + (columns[i] as number) / 4, score);
        }
      }
    },
  };
}

function lengthOf(vector: Int8Array | Int16Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
