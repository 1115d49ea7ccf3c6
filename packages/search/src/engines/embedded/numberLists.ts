/** A list of 32-bit numbers: where it starts, its length and its capacity. */
export interface NumberList {
  start: number;
  length: number;
  room: number;
}

/**
 * Stores many lists of 32-bit numbers in one array, so that a list takes a few bytes instead of an object with its own
 * buffer.
 */
export function createNumberLists() {
  /** The former places of lists that have moved, by their capacity (a power of two). */
  const free = new Map<number, number[]>();
  let numbers = new Uint32Array(16_384);
  let end = 0;

  function allocate(room: number): number {
    const left = free.get(room)?.pop();
    if (left !== undefined) return left;
    const start = end;
    end += room;
    if (end > numbers.length) {
      const longer = new Uint32Array(Math.max(end, Math.ceil(1.5 * numbers.length)));
      longer.set(numbers);
      numbers = longer;
    }
    return start;
  }

  /** Gives the place of a list to others. */
  function drop({ start, room }: NumberList): void {
    if (room === 0) return;
    const others = free.get(room);
    if (others) others.push(start);
    else free.set(room, [start]);
  }

  /** Ensures the capacity of a list. */
  function reserve(list: NumberList, length: number): void {
    if (length <= list.room) return;
    const room = 2 ** Math.ceil(Math.log2(length));
    const start = allocate(room);
    numbers.copyWithin(start, list.start, list.start + list.length);
    drop(list);
    list.start = start;
    list.room = room;
  }

  return {
    create: (): NumberList => ({ start: 0, length: 0, room: 0 }),
    drop,
    /** Returns the numbers of a list. Valid until any list changes. */
    view: ({ start, length }: NumberList): Uint32Array => numbers.subarray(start, start + length),
    at: ({ start }: NumberList, place: number): number => numbers[start + place] as number,
    set({ start }: NumberList, place: number, value: number): void {
      numbers[start + place] = value;
    },
    /** Sets all numbers of a list. */
    replace(list: NumberList, values: Uint32Array): void {
      list.length = 0;
      reserve(list, values.length);
      numbers.set(values, list.start);
      list.length = values.length;
    },
    /** Inserts a number before the one at `place`. */
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
