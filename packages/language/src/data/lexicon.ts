import { isKana } from '../words/script.js';
import { openTable, runningSums } from './openTable.js';
import { stringPool } from './stringPool.js';

/** An English translation of a Japanese word: its words in order, and the likelihood that it is meant, 0–1. */
export interface Gloss {
  words: string[];
  weight: number;
}

export type Lexicon = ReturnType<typeof readLexicon>;

const EVERYDAY = 0x80;

/**
 * Reads the dictionary in place from its file format. A header of six 32-bit numbers (magic, version, words, keys,
 * units, and one unused) is followed by: the glosses of all keys in 16-bit units (each gloss is one unit with the
 * weight in the low byte and the number of words in the high byte, whose top bit marks an everyday word, then the
 * numbers of the words); in bytes the lengths of the English words, the lengths of the Japanese keys and the units of
 * each key; the words, and the keys sorted by their UTF-8 bytes.
 */
export function readLexicon(file: Buffer) {
  const { header, take, bytes } = openTable(file, 'SHLX', 4);
  const [wordCount = 0, keyCount = 0, unitCount = 0] = header;
  const units = take(Uint16Array, unitCount);
  const wordOffsets = runningSums(bytes(wordCount));
  const keyLengths = bytes(keyCount);
  const glossOffsets = runningSums(bytes(keyCount));
  const wordPool = bytes(wordOffsets[wordCount] ?? 0);
  const keys = stringPool(bytes(), keyLengths);

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
    /** Whether the word (in the form of `japaneseKey`) is in the dictionary. */
    has: (key: string): boolean => keys.find(key) >= 0,
    /** Returns the translations of the word, most likely first. Empty for an unknown word. */
    glosses(key: string): Gloss[] {
      const index = keys.find(key);
      return index < 0 ? [] : read(index);
    },
    /** Returns a few thousand everyday words and their first translation, for keyword search. */
    everyday() {
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
