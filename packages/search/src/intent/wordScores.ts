import type { NumberLists } from '../table/numberLists.js';
import type { SlotScores } from '../table/sharedVectors.js';
import { bindAddBest } from './addBest.js';
import { bindFindBest } from './findBest.js';
import type { Weighed } from './weighGroup.js';

/** Adds up what the words of a query give to each service, in the memory where the entries of the terms lie. */
export function createWordScores(lists: NumberLists) {
  const findBest = bindFindBest(lists.memory);
  const addBest = bindAddBest(lists.memory);
  const columns = {
    norms: lists.create(),
    rowOf: lists.create(),
    /** What the group that is being added gives to each slot, all 0 between two groups, and where that is. */
    best: lists.create(),
    touched: lists.create(),
    slotScores: lists.create(),
    rowScores: lists.create(),
  };
  let known: Float32Array | undefined;

  const addressOf = (name: keyof typeof columns): number => 4 * columns[name].start;
  const floats = (name: keyof typeof columns): Float32Array => {
    const { start, length } = columns[name];
    return new Float32Array(lists.memory.buffer, 4 * start, length);
  };

  function takeOver(norms: Float32Array, rowOf: Int32Array, rows: number): void {
    for (const [name, column] of Object.entries(columns)) {
      const length = name === 'rowScores' ? rows : norms.length;
      lists.reserve(column, length);
      column.length = length;
    }
    floats('norms').set(norms);
    floats('best').fill(0);
    lists.view(columns.rowOf).set(rowOf.subarray(0, norms.length));
    known = norms;
  }

  return {
    /** The scores, all at 0. The norms must be others when a service has changed. */
    start(norms: Float32Array, rowOf: Int32Array, rows: number): SlotScores {
      if (known !== norms) takeOver(norms, rowOf, rows);
      return { ofSlots: floats('slotScores').fill(0), ofRows: floats('rowScores').fill(0) };
    },
    /** Adds to each service what its best alternative gives, times `share`. */
    add(group: readonly Weighed[], share: number): void {
      const [norms, best, touched] = [addressOf('norms'), addressOf('best'), addressOf('touched')];
      let end = touched;
      for (const { term, gain } of group) {
        const { start, length } = term.entries;
        end = findBest(4 * start, 4 * (start + length), gain, end, norms, best);
      }
      if (end === touched) return;
      addBest(touched, end, share, best, addressOf('slotScores'), addressOf('rowOf'), addressOf('rowScores'));
    },
  };
}
