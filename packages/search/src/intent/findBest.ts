import { compileWasm, valueType, wasm } from '../table/wasmCode.js';
import { mostWeight } from './intentFeatures.js';
import { weightUnit } from './lengthTable.js';

const { get, set, when, repeat, i32, f32 } = wasm;
const { i32: integer, f32: float } = valueType;

const parameters = [integer, integer, float, integer, integer, integer];
const [entry, end, gain, touched, norms, best] = [0, 1, 2, 3, 4, 5] as const;
const locals = [integer, float, float];
const [place, weight, part] = [6, 7, 8] as const;

/** An entry has its slot above eight bits with the packed weight. */
const fourTimesSlot = i32.and(i32.shiftRight(i32.load(get(entry), 0), i32.const(6)), i32.const(-4));
const weightOfEntry = f32.multiply(
  f32.fromInteger(i32.and(i32.load(get(entry), 0), i32.const(mostWeight))),
  f32.const(1 / weightUnit),
);
const saturated = f32.divide(get(weight), f32.add(get(weight), f32.load(i32.add(get(norms), get(place)), 0)));
const bestPlace = i32.add(get(best), get(place));

/**
 * `(entries, end, gain, touched, norms, best)`, all but the gain addresses: raises the best of each slot in the entries to
 * what this term gives, lays down the places of slots that had 0 from `touched` on, and returns where these end.
 */
export const bindFindBest = compileWasm(parameters, locals, [
  ...repeat(
    [
      set(place, fourTimesSlot),
      set(weight, weightOfEntry),
      set(part, f32.multiply(get(gain), saturated)),
      when(
        f32.isAbove(get(part), f32.load(bestPlace, 0)),
        when(
          f32.equals(f32.load(bestPlace, 0), f32.const(0)),
          i32.store(get(touched), 0, get(place)),
          set(touched, i32.add(get(touched), i32.const(4))),
        ),
        f32.store(bestPlace, 0, get(part)),
      ),
      set(entry, i32.add(get(entry), i32.const(4))),
    ],
    i32.lessThan(get(entry), get(end)),
  ),
  ...get(touched),
]);
