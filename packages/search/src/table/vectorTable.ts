import { bindVectorScan, block, blockRows, desk, halfDimensions } from './vectorScan.js';
import { createWasmMemory } from './wasmCode.js';

export const dimensions = 2 * halfDimensions;
/** Numbers of a query's vector per 1: large enough to lose nothing, small enough for a sum in 32 bits. */
const queryScale = 8_192;
const pageSize = 65_536;
/** So that rounding never makes a bound smaller than what it bounds. */
const aLittleMore = 1.000_01;

/** What is looked for. */
export interface NearnessSearch {
  /** Without one nothing is near. */
  query: Float32Array | undefined;
  /** How much a cosine of 1 adds; one below 0 adds nothing. */
  share: number;
  /** The score that must be reached; more than 0. */
  least: number;
}

/** Vectors of 128 bytes in rows, and the search for those that lie near a query. */
export function createVectorTable() {
  const memory = createWasmMemory(Math.ceil(desk.size / pageSize));
  const scan = bindVectorScan(memory);
  let blocks = 0;
  let bytes = new Int8Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);

  const blockOf = (row: number): number => desk.size + Math.floor(row / blockRows) * block.size;
  const halfOf = (row: number): number => blockOf(row) + halfDimensions * (row % blockRows);

  function reserve(row: number): void {
    blocks = Math.max(blocks, Math.floor(row / blockRows) + 1);
    const missing = desk.size + blocks * block.size - bytes.length;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / pageSize));
    bytes = new Int8Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
  }

  function measure(row: number, scale: number, tailLength: number): void {
    const column = blockOf(row) + 4 * (row % blockRows);
    floats[(column + block.scales) / 4] = scale;
    floats[(column + block.tailLengths) / 4] = tailLength;
  }

  return {
    /** Every row is below this. */
    capacity: (): number => blocks * blockRows,
    put(row: number, vector: Int8Array): void {
      reserve(row);
      const tail = vector.subarray(halfDimensions);
      bytes.set(vector.subarray(0, halfDimensions), halfOf(row) + block.heads);
      bytes.set(tail, halfOf(row) + block.tails);
      const length = lengthOf(vector);
      if (length === 0) measure(row, 0, 0);
      else measure(row, 1 / (queryScale * length), lengthOf(tail) / length);
    },
    remove: (row: number): void => measure(row, 0, 0),
    /** Whether this is the vector of the row. */
    holds(row: number, vector: Int8Array): boolean {
      const [head, tail] = [halfOf(row) + block.heads, halfOf(row) + block.tails];
      for (let i = 0; i < halfDimensions; i += 1) {
        if (bytes[head + i] !== vector[i] || bytes[tail + i] !== vector[halfDimensions + i]) return false;
      }
      return true;
    },
    /**
     * Adds nearness to the query to the scores, of which there are as many as the capacity, and hands over the rows that
     * reach enough, with what was added. `found` returns what later ones must reach.
     */
    search(
      scores: Float32Array,
      { query, share, least }: NearnessSearch,
      found: (row: number, nearness: number) => number,
    ): void {
      const asked = new Int16Array(memory.buffer, desk.query, dimensions);
      if (query) asked.set(query.map((value) => Math.round(value * queryScale)));
      else asked.fill(0);
      const tailShare = (aLittleMore * share * lengthOf(asked.subarray(halfDimensions))) / queryScale;
      const columns = new Uint32Array(memory.buffer, desk.foundColumns, blockRows);
      const nearness = new Float32Array(memory.buffer, desk.foundNearness, blockRows);
      let enough = least;
      for (let first = 0; first < blocks * blockRows; first += blockRows) {
        floats.set(scores.subarray(first, first + blockRows), desk.scores / 4);
        const count = scan(blockOf(first), share, tailShare, enough) / 4;
        for (let i = 0; i < count; i += 1) {
          const row = first + (columns[i] as number) / 4;
          const near = nearness[i] as number;
          if ((scores[row] as number) + near >= enough) enough = found(row, near);
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
