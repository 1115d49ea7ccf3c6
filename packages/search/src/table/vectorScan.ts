import { type Code, compileWasm, valueType, wasm } from './wasmCode.js';

const { get, set, when, repeat, i32, f32, v128, i16x8, i32x4 } = wasm;

/** Dimensions in one half of a vector. */
export const halfDimensions = 64;
/** Slots that are scanned at once. */
export const blockSlots = 1_024;

/** What lies at the front of the memory, from which byte on: what is asked, and what was found. */
export const desk = {
  /** 16-bit whole numbers. */
  query: 0,
  /** The score of each slot of the block before its vector is counted. */
  scores: 4 * halfDimensions,
  /** Columns (four times the slot in its block) and scores of what was found. */
  foundColumns: 4 * (halfDimensions + blockSlots),
  foundScores: 4 * (halfDimensions + 2 * blockSlots),
  size: 4 * (halfDimensions + 3 * blockSlots),
} as const;

/** What lies in a block of slots, from which of its bytes on. */
export const block = {
  /** The halves of the vectors, in bytes. */
  heads: 0,
  tails: halfDimensions * blockSlots,
  /** What turns a product with the query into a cosine. */
  scales: 2 * halfDimensions * blockSlots,
  /** How much of the vector's length 1 the second half has. */
  tailLengths: (2 * halfDimensions + 4) * blockSlots,
  size: (2 * halfDimensions + 8) * blockSlots,
} as const;

const [start, share, tailShare, least] = [0, 1, 2, 3] as const;
const parameters = [valueType.i32, valueType.f32, valueType.f32, valueType.f32];
const [half, column, found, sums, score] = [4, 5, 6, 7, 8] as const;
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
const nearness = f32.multiply(
  get(share),
  f32.multiply(f32.fromInteger(total), f32.load(inBlock, block.scales)),
);
const scored = (value: Code) => f32.add(f32.load(get(column), desk.scores), f32.max(f32.zero, value));

/**
 * The scan of the block at `start`: adds `share` of the cosine (below 0 counts as 0) to the score of each slot, lays
 * those of at least `least` down on the desk, and returns four times their number. A vector's second half is looked at
 * only when the first leaves it a chance: the product of two halves is no larger than that of their lengths, so
 * `tailShare` must be `share` times the length of the query's second half.
 */
export const bindVectorScan = compileWasm(parameters, locals, [
  ...set(half, get(start)),
  ...repeat(
    [
      set(sums, products(block.heads, desk.query)),
      set(
        score,
        scored(f32.add(nearness, f32.multiply(get(tailShare), f32.load(inBlock, block.tailLengths)))),
      ),
      when(
        f32.atLeast(get(score), get(least)),
        set(sums, i32x4.add(get(sums), products(block.tails, desk.query + 2 * halfDimensions))),
        set(score, scored(nearness)),
        when(
          f32.atLeast(get(score), get(least)),
          i32.store(get(found), desk.foundColumns, get(column)),
          f32.store(get(found), desk.foundScores, get(score)),
          set(found, i32.add(get(found), i32.const(4))),
        ),
      ),
      set(half, i32.add(get(half), i32.const(halfDimensions))),
      set(column, i32.add(get(column), i32.const(4))),
    ],
    i32.lessThan(get(column), i32.const(4 * blockSlots)),
  ),
  ...get(found),
]);
