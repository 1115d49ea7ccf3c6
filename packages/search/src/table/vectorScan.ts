import { type Code, compileWasm, valueType, wasm } from './wasmCode.js';

const { get, set, when, repeat, i32, f32, v128, i16x8, i32x4 } = wasm;

/** Dimensions in one half of a vector. */
export const halfDimensions = 64;
/** Rows that are scanned at once. */
export const blockRows = 1_024;

/** What lies at the front of the memory, from which byte on: what is asked, and what was found. */
export const desk = {
  /** 16-bit whole numbers. */
  query: 0,
  /** The score of each row of the block before its vector is counted. */
  scores: 4 * halfDimensions,
  /** The columns of the rows that were found (four times their number in the block), and what their vectors add. */
  foundColumns: 4 * (halfDimensions + blockRows),
  foundNearness: 4 * (halfDimensions + 2 * blockRows),
  size: 4 * (halfDimensions + 3 * blockRows),
} as const;

/** What lies in a block of rows, from which of its bytes on. */
export const block = {
  /** The halves of the vectors, in bytes. */
  heads: 0,
  tails: halfDimensions * blockRows,
  /** What turns a product with the query into a cosine. */
  scales: 2 * halfDimensions * blockRows,
  /** How much of the vector's length 1 the second half has. */
  tailLengths: (2 * halfDimensions + 4) * blockRows,
  size: (2 * halfDimensions + 8) * blockRows,
} as const;

const [start, share, tailShare, least] = [0, 1, 2, 3] as const;
const parameters = [valueType.i32, valueType.f32, valueType.f32, valueType.f32];
const [half, column, found, sums, nearness] = [4, 5, 6, 7, 8] as const;
const locals = [valueType.i32, valueType.i32, valueType.i32, valueType.v128, valueType.f32];

/** The products of one half, added up in four sums. */
function products(from: number, query: number): Code {
  return Array.from({ length: halfDimensions / 8 }, (_, i) =>
    i32x4.dot(i16x8.loadBytes(get(half), from + 8 * i), v128.load(i32.const(0), query + 16 * i)),
  ).reduce((sum, part) => i32x4.add(sum, part));
}

const inBlock = i32.add(get(start), get(column));
const total = [0, 1, 2, 3]
  .map((lane) => i32x4.lane(get(sums), lane))
  .reduce((sum, lane) => i32.add(sum, lane));
const shareOfCosine = f32.multiply(
  get(share),
  f32.multiply(f32.fromInteger(total), f32.load(inBlock, block.scales)),
);
const tailBound = f32.multiply(get(tailShare), f32.load(inBlock, block.tailLengths));
const isEnough = f32.atLeast(f32.add(f32.load(get(column), desk.scores), get(nearness)), get(least));

/**
 * The scan of the block at `start`: adds `share` of the cosine (below 0 counts as 0) to the score of each row, lays those
 * that reach `least` down on the desk, and returns four times their number. A vector's second half is looked at only when
 * the first leaves it a chance: the product of two halves is no larger than that of their lengths, so `tailShare` must be
 * `share` times the length of the query's second half.
 */
export const bindVectorScan = compileWasm(parameters, locals, [
  ...set(half, get(start)),
  ...repeat(
    [
      set(sums, products(block.heads, desk.query)),
      set(nearness, f32.max(f32.const(0), f32.add(shareOfCosine, tailBound))),
      when(
        isEnough,
        set(sums, i32x4.add(get(sums), products(block.tails, desk.query + 2 * halfDimensions))),
        set(nearness, f32.max(f32.const(0), shareOfCosine)),
        when(
          isEnough,
          i32.store(get(found), desk.foundColumns, get(column)),
          f32.store(get(found), desk.foundNearness, get(nearness)),
          set(found, i32.add(get(found), i32.const(4))),
        ),
      ),
      set(half, i32.add(get(half), i32.const(halfDimensions))),
      set(column, i32.add(get(column), i32.const(4))),
    ],
    i32.lessThan(get(column), i32.const(4 * blockRows)),
  ),
  ...get(found),
]);
