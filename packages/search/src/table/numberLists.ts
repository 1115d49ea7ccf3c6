import { createWasmMemory } from './wasmCode.js';

/** A list of 32-bit numbers: where it starts, counted in numbers, and for how many there is room. */
export interface NumberList {
  start: number;
  length: number;
  room: number;
}

const pageSize = 65_536;
const bytesPerNumber = 4;

/** Many lists of 32-bit numbers in one memory, for which a list is a few bytes and not an object with its own store. */
export function createNumberLists() {
  const memory = createWasmMemory(1);
  /** Where lists have been that have moved, by the room they had: powers of two. */
  const free = new Map<number, number[]>();
  let numbers = new Uint32Array(memory.buffer);
  let end = 0;

  function allocate(room: number): number {
    const left = free.get(room)?.pop();
    if (left !== undefined) return left;
    const start = end;
    end += room;
    const missing = end * bytesPerNumber - memory.buffer.byteLength;
    if (missing > 0) {
      // A little more than is needed, since every growth gives the memory another buffer.
      memory.grow(Math.ceil((missing + memory.buffer.byteLength / 16) / pageSize));
      numbers = new Uint32Array(memory.buffer);
    }
    return start;
  }

  function leave({ start, room }: NumberList): void {
    const others = free.get(room);
    if (others) others.push(start);
    else free.set(room, [start]);
  }

  /** Makes room for so many; what is beyond the length of the list may be anything. */
  function reserve(list: NumberList, length: number): void {
    if (length <= list.room) return;
    const room = 2 ** Math.ceil(Math.log2(length));
    const start = allocate(room);
    numbers.copyWithin(start, list.start, list.start + list.length);
    if (list.room > 0) leave(list);
    list.start = start;
    list.room = room;
  }

  return {
    memory,
    create: (): NumberList => ({ start: 0, length: 0, room: 0 }),
    reserve,
    /** The numbers of a list, as long as no list changes. */
    view: ({ start, length }: NumberList): Uint32Array => numbers.subarray(start, start + length),
    at: ({ start }: NumberList, place: number): number => numbers[start + place] as number,
    set({ start }: NumberList, place: number, value: number): void {
      numbers[start + place] = value;
    },
    /** Puts a number in before those from `place` on. */
    insert(list: NumberList, place: number, value: number): void {
      reserve(list, list.length + 1);
      const at = list.start + place;
      if (place < list.length) numbers.copyWithin(at + 1, at, list.start + list.length);
      numbers[at] = value;
      list.length += 1;
    },
    remove(list: NumberList, place: number): void {
      const at = list.start + place;
      numbers.copyWithin(at, at + 1, list.start + list.length);
      list.length -= 1;
    },
  };
}
export type NumberLists = ReturnType<typeof createNumberLists>;
