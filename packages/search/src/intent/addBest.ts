import { compileWasm, valueType, wasm } from '../table/wasmCode.js';

const { get, set, when, repeat, i32, f32 } = wasm;
const { i32: integer, f32: float } = valueType;

const parameters = [integer, integer, float, integer, integer, integer, integer];
const [touched, end, share, best, slotScores, rowOf, rowScores] = [0, 1, 2, 3, 4, 5, 6] as const;
const locals = [integer, integer, float];
const [place, rowPlace, score] = [7, 8, 9] as const;

const bestPlace = i32.add(get(best), get(place));
const slotPlace = i32.add(get(slotScores), get(place));
const row = i32.load(i32.add(get(rowOf), get(place)), 0);

/**
 * `(touched, end, share, best, slotScores, rowOf, rowScores)`, all but the share addresses: adds `share` of the best of each
 * touched slot to its score, raises the score of its row to that, and leaves a best of 0.
 */
export const bindAddBest = compileWasm(parameters, locals, [
  ...repeat(
    [
      set(place, i32.load(get(touched), 0)),
      set(score, f32.add(f32.load(slotPlace, 0), f32.multiply(get(share), f32.load(bestPlace, 0)))),
      f32.store(slotPlace, 0, get(score)),
      f32.store(bestPlace, 0, f32.const(0)),
      set(rowPlace, i32.add(get(rowScores), i32.shiftLeft(row, i32.const(2)))),
      when(f32.isAbove(get(score), f32.load(get(rowPlace), 0)), f32.store(get(rowPlace), 0, get(score))),
      set(touched, i32.add(get(touched), i32.const(4))),
    ],
    i32.lessThan(get(touched), get(end)),
  ),
  ...get(touched),
]);
