/** Finds words in one run of ASCII by a hash over it, so that fifty thousand words need no string and no map entry each. */
export interface StringPool {
  /** The place of the word, or -1. */
  find(word: string): number;
  at(place: number): string;
}

// FNV-1a.
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** A pool over words that lie end to end, with their lengths in order. */
export function stringPool(bytes: Uint8Array, lengths: Uint8Array): StringPool {
  const count = lengths.length;
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < count; i += 1) starts[i + 1] = (starts[i] ?? 0) + (lengths[i] ?? 0);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  // Place + 1 of each word at its hash or the next free slot; 0 is free.
  const slots = new Uint32Array(size);
  for (let i = 0; i < count; i += 1) {
    const start = starts[i] ?? 0;
    let hash = BASIS;
    for (let at = start; at < start + (lengths[i] ?? 0); at += 1)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
    let slot = hash & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  }

  const same = (place: number, word: string) => {
    if (lengths[place] !== word.length) return false;
    const start = starts[place] ?? 0;
    for (let i = 0; i < word.length; i += 1) if (bytes[start + i] !== word.charCodeAt(i)) return false;
    return true;
  };
  return {
    find: (word) => {
      let hash = BASIS;
      for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
      for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const place = (slots[slot] ?? 0) - 1;
        if (place < 0) return -1;
        if (same(place, word)) return place;
      }
    },
    at: (place) => String.fromCharCode(...bytes.subarray(starts[place] ?? 0, starts[place + 1] ?? 0)),
  };
}
