import { grown } from './grown.js';
import { createVectorTable, dimensions, type NearnessSearch } from './vectorTable.js';

const none = -1;
const noVector = new Int8Array(dimensions);

/** The scores of slots, and for each row the highest of its slots. */
export interface SlotScores {
  ofSlots: Float32Array;
  ofRows: Float32Array;
}

/** The vectors of slots. Slots with the same one share a row: in a large catalog many services say the same of themselves. */
export function createSharedVectors() {
  const table = createVectorTable();
  const rowByHash = new Map<number, number>();
  const freeRows: number[] = [];
  let rows = 0;
  /** By row. */
  let hashes = new Int32Array();
  let firstSlot = new Int32Array();
  /** By slot. */
  let rowOf = new Int32Array();
  let next = new Int32Array();
  let previous = new Int32Array();

  /** The row that holds a vector; two vectors of one hash are rare, and only the latest of them is found. */
  function rowFor(vector: Int8Array): number {
    const hash = hashOf(vector);
    const known = rowByHash.get(hash);
    if (known !== undefined && table.holds(known, vector)) return known;
    const row = freeRows.pop() ?? rows++;
    hashes = grown(hashes, row);
    firstSlot = grown(firstSlot, row);
    hashes[row] = hash;
    firstSlot[row] = none;
    rowByHash.set(hash, row);
    table.put(row, vector);
    return row;
  }

  function leave(row: number): void {
    table.remove(row);
    freeRows.push(row);
    const hash = hashes[row] as number;
    if (rowByHash.get(hash) === row) rowByHash.delete(hash);
  }

  function remove(slot: number): void {
    const row = rowOf[slot] ?? none;
    if (row === none) return;
    const [before, after] = [previous[slot] as number, next[slot] as number];
    if (before === none) firstSlot[row] = after;
    else next[before] = after;
    if (after !== none) previous[after] = before;
    rowOf[slot] = none;
    if (firstSlot[row] === none) leave(row);
  }

  return {
    /** Makes this the vector of the slot; it may be empty. */
    put(slot: number, vector: Int8Array): void {
      remove(slot);
      rowOf = grown(rowOf, slot, none);
      next = grown(next, slot);
      previous = grown(previous, slot);
      const row = rowFor(vector.length > 0 ? vector : noVector);
      const after = firstSlot[row] as number;
      if (after !== none) previous[after] = slot;
      firstSlot[row] = slot;
      rowOf[slot] = row;
      next[slot] = after;
      previous[slot] = none;
    },
    remove,
    /** The row of each slot. */
    rowOf: (): Int32Array => rowOf,
    /** Every row is below this. */
    rowCapacity: table.capacity,
    /**
     * Adds nearness to the query to the scores of slots, and hands over the slots that reach enough; `found` returns
     * what later ones must reach. The score of a row is the highest of its slots.
     */
    search(
      { ofSlots, ofRows }: SlotScores,
      search: NearnessSearch,
      found: (slot: number, score: number) => number,
    ): void {
      let enough = search.least;
      table.search(ofRows, search, (row, nearness) => {
        for (let slot = firstSlot[row] as number; slot !== none; slot = next[slot] as number) {
          const score = (ofSlots[slot] as number) + nearness;
          if (score >= enough) enough = found(slot, score);
        }
        return enough;
      });
    },
  };
}

function hashOf(vector: Int8Array): number {
  let hash = 0;
  for (const value of vector) hash = (Math.imul(hash, 31) + value) | 0;
  return hash;
}
