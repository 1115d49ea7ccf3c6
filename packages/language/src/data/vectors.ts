import type { TextWord } from '../words/textWord.js';
import type { Filler } from './wordLists.js';
import type { WeightedWord, WordTable } from './wordTable.js';

/** Returns the unit vector of a text, Japanese words by their most likely translation. */
export function textVector(words: readonly TextWord[], { drop }: Filler, table: WordTable): Float32Array | undefined {
  const sum = new Float32Array(table.dimensions);
  const run: string[] = [];
  for (const { word, kind, english } of words) {
    if (kind === 'ascii' || !drop.has(word)) run.push(...english);
  }
  return table.addText(run, sum) && makeUnit(sum) ? sum : undefined;
}

/** Returns the unit vector of weighted words. */
export function wordsVector(words: readonly WeightedWord[], table: WordTable): Float32Array | undefined {
  const sum = new Float32Array(table.dimensions);
  return table.add(words, sum) && makeUnit(sum) ? sum : undefined;
}

/** Joins pairs of words that the table knows, and multiplies each given weight by that of the word. */
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

/** Normalises the vector to length 1. Returns false for a sum that cancelled out. */
export function makeUnit(vector: Float32Array): boolean {
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) square += (vector[i] ?? 0) * (vector[i] ?? 0);
  if (!(square > 1e-12)) return false;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) * factor;
  return true;
}
