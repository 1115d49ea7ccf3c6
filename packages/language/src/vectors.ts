import type { Dictionary } from './dictionary.js';
import { englishWords } from './englishWords.js';
import type { Filler } from './filler.js';
import { textWords } from './japaneseWords.js';
import type { QueryAnalysis } from './queryAnalysis.js';
import { hasJapanese } from './script.js';
import type { Segmenter } from './segmenter.js';
import type { WeightedWord, WordTable } from './wordTable.js';

/** The English words a text's vector is summed from, Japanese ones through their likeliest rendering. */
export function textWeights(
  text: string,
  segment: Segmenter,
  dictionary: Dictionary,
  filler: Filler,
  table: WordTable,
): WeightedWord[] {
  const plain = text.normalize('NFKC');
  const found: WeightedWord[] = [];
  const add = (word: string, share: number) => found.push({ word, weight: share * table.weight(word) });
  const addEnglish = (word: string, parts: string[]) => {
    if (parts.length === 0) add(word, 1);
    else for (const part of parts) add(part, 1);
  };
  if (!hasJapanese(plain)) {
    for (const { word, parts } of englishWords(plain)) addEnglish(word, parts);
    return found;
  }
  for (const { word, parts, kind } of textWords(plain, segment, dictionary.has)) {
    if (kind === 'ascii') addEnglish(word, parts);
    else if (!filler.drop.has(word)) {
      for (const source of dictionary.has(word) ? [word] : parts) {
        for (const english of dictionary.glosses(source)[0]?.words ?? []) add(english, 1);
      }
    }
  }
  return found;
}

/** The English words a query's vector is summed from: each group once, shared out among its alternatives. */
export function queryWords({ groups }: QueryAnalysis, table: WordTable): WeightedWord[] {
  return groups.flatMap(({ alternatives, weight }) => {
    const english = alternatives
      .filter(({ source }) => source !== 'part' && source !== 'neighbour')
      .filter(({ surface }) => !hasJapanese(surface))
      .map(({ surface, weight: own }) => ({ word: surface, own: own * own }));
    const total = english.reduce((sum, { own }) => sum + own, 0);
    return english.map(({ word, own }) => ({ word, weight: (weight * own * table.weight(word)) / total }));
  });
}

/** The same direction with length 1; undefined for none, and for a sum that cancelled out. */
export function unitVector(vector: Float32Array | undefined): Float32Array | undefined {
  if (!vector) return undefined;
  let square = 0;
  for (const value of vector) square += value * value;
  if (!(square > 1e-12)) return undefined;
  const factor = 1 / Math.sqrt(square);
  return vector.map((value) => value * factor);
}
