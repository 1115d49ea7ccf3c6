import { isKana } from '../words/script.js';
import { aligned } from './aligned.js';
import { stringPool } from './stringPool.js';

/** An English rendering of a Japanese word: its words in order, and how likely it is meant, 0–1. */
export interface Gloss {
  words: string[];
  weight: number;
}

export interface Lexicon {
  /** Whether the word (as `japaneseKey` writes it) is in the dictionary. */
  has(key: string): boolean;
  /** The renderings of the word, likeliest first; none for a word that is not there. */
  glosses(key: string): Gloss[];
  /** A few thousand everyday words and their first rendering, for keyword search. */
  everyday(): { japanese: string; english: string }[];
}

const MAGIC = 0x584c4853; // "SHLX"
const VERSION = 1;
const HEADER = 24;
const EVERYDAY = 0x80;

/**
 * The dictionary as it lies in its file, read in place. After a header of six 32-bit numbers (magic, version, words,
 * keys, units, and one unused) follow: the glosses of all keys in 16-bit units (each gloss one unit with the weight in
 * the low byte and the number of words in the high one, whose top bit marks an everyday word, then the numbers of the
 * words); in bytes the lengths of the English words, the lengths of the Japanese keys and the units of each key; the
 * words, and the keys sorted by their UTF-8 bytes.
 */
export function readLexicon(file: Buffer): Lexicon {
  const bytes = aligned(file);
  const [magic, version, wordCount = 0, keyCount = 0, unitCount = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    6,
  );
  if (magic !== MAGIC || version !== VERSION) throw new Error('The lexicon file has an unknown form.');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset + HEADER, unitCount);
  let at = HEADER + 2 * unitCount;
  const take = (size: number) => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  const wordOffsets = runningSums(take(wordCount));
  const keyLengths = take(keyCount);
  const glossOffsets = runningSums(take(keyCount));
  const wordPool = take(wordOffsets[wordCount] ?? 0);
  const keys = stringPool(bytes.subarray(at), keyLengths);

  const word = (id: number) => wordPool.toString('latin1', wordOffsets[id] ?? 0, wordOffsets[id + 1] ?? 0);

  const read = (index: number): Gloss[] => {
    const found: Gloss[] = [];
    const end = glossOffsets[index + 1] ?? 0;
    let unit = glossOffsets[index] ?? 0;
    while (unit < end) {
      const head = units[unit] ?? 0;
      const count = (head >>> 8) & ~EVERYDAY;
      const words = Array.from(units.subarray(unit + 1, unit + 1 + count), word);
      found.push({ words, weight: (head & 0xff) / 255 });
      unit += 1 + count;
    }
    return found;
  };

  return {
    has: (key) => keys.find(key) >= 0,
    glosses: (key) => {
      const index = keys.find(key);
      return index < 0 ? [] : read(index);
    },
    everyday: () => {
      const found: { japanese: string; english: string }[] = [];
      for (let index = 0; index < keyCount; index += 1) {
        if ((((units[glossOffsets[index] ?? 0] ?? 0) >>> 8) & EVERYDAY) === 0) continue;
        const japanese = keys.at(index);
        const english = read(index)[0]?.words.join(' ');
        if (english && !(isKana(japanese) && japanese.length < 3)) found.push({ japanese, english });
      }
      return found;
    },
  };
}

function runningSums(lengths: Uint8Array): Uint32Array {
  const sums = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i += 1) sums[i + 1] = (sums[i] ?? 0) + (lengths[i] ?? 0);
  return sums;
}
