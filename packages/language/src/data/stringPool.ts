import { runningSums } from './openTable.js';

// FNV-1a.
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
const LONGEST = 255;

/**
 * Creates a pool of words that are stored end to end in UTF-8, with their lengths in bytes, in order. It finds them with a
 * hash table, so that 200,000 words need no string and no map entry each.
 */
export function stringPool(bytes: Buffer, lengths: Uint8Array) {
  const count = lengths.length;
  const starts = runningSums(lengths);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  // The index + 1 of each word, at its hash or the next free slot. 0 marks a free slot.
  const slots = new Uint32Array(size);
  for (let i = 0; i < count; i += 1) {
    let slot = hashOf(bytes, starts[i] ?? 0, starts[i + 1] ?? 0) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  }

  const sought = new Uint8Array(3 * LONGEST);
  const isSought = (place: number, length: number) => {
    if (lengths[place] !== length) return false;
    const start = starts[place] ?? 0;
    for (let i = 0; i < length; i += 1) if (bytes[start + i] !== sought[i]) return false;
    return true;
  };
  return {
    /** Returns the index of the word, or -1. */
    find(word: string): number {
      if (word.length > LONGEST) return -1;
      const length = writeUtf8(word, sought);
      for (let slot = hashOf(sought, 0, length) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const place = (slots[slot] ?? 0) - 1;
        if (place < 0) return -1;
        if (isSought(place, length)) return place;
      }
    },
    at: (place: number): string => bytes.toString('utf8', starts[place], starts[place + 1]),
  };
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = BASIS;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return hash;
}

/** Writes the word's UTF-8 and returns its length. For words this short it is faster than Buffer.write. */
function writeUtf8(word: string, into: Uint8Array): number {
  let length = 0;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.codePointAt(i) ?? 0;
    if (code < 0x80) {
      into[length++] = code;
      continue;
    }
    if (code < 0x800) into[length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) into[length++] = 0xe0 | (code >> 12);
      else {
        into[length++] = 0xf0 | (code >> 18);
        into[length++] = 0x80 | ((code >> 12) & 0x3f);
        i += 1;
      }
      into[length++] = 0x80 | ((code >> 6) & 0x3f);
    }
    into[length++] = 0x80 | (code & 0x3f);
  }
  return length;
}
