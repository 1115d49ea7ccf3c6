import type { Filler } from './filler.js';
import type { TextWord } from './textWords.js';
import type { WeightedWord, WordTable } from './wordTable.js';

/** The English words a text's vector is summed from, Japanese ones through their likeliest rendering. */
export function textWeights(words: readonly TextWord[], { drop }: Filler, table: WordTable): WeightedWord[] {
  const run: WeightedWord[] = [];
  for (const { word, kind, english } of words) {
    if (kind !== 'ascii' && drop.has(word)) continue;
    for (const one of english) run.push({ word: one, weight: 1 });
  }
  return joinPairs(run, table);
}

/** The words with pairs that the table knows joined, each with its own weight times the one given. */
export function joinPairs(run: readonly WeightedWord[], table: WordTable): WeightedWord[] {
  const found: WeightedWord[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const here = run[at];
    const next = run[at + 1];
    if (!here) continue;
    const pair = next && `${here.word} ${next.word}`;
    if (pair && table.has(pair)) {
      found.push({ word: pair, weight: ((here.weight + next.weight) / 2) * table.weight(pair) });
      at += 1;
    } else found.push({ word: here.word, weight: here.weight * table.weight(here.word) });
  }
  return found;
}

/** The vector itself, brought to length 1; undefined for none, and for a sum that cancelled out. */
export function unitVector(vector: Float32Array | undefined): Float32Array | undefined {
  if (!vector) return undefined;
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) square += (vector[i] ?? 0) ** 2;
  if (!(square > 1e-12)) return undefined;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) * factor;
  return vector;
}
