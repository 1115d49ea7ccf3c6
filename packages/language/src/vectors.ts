import { englishWords } from './englishWords.js';
import type { LanguageData } from './languageData.js';
import { hasJapanese } from './script.js';
import { textWords } from './textWords.js';
import type { WeightedWord, WordTable } from './wordTable.js';

/** The English words a text's vector is summed from, Japanese ones through their likeliest rendering. */
export function textWeights(text: string, data: LanguageData): WeightedWord[] {
  const { dictionary, filler, table } = data;
  const plain = text.normalize('NFKC');
  const run: string[] = [];
  const addEnglish = (word: string, parts: string[]) => run.push(...(parts.length > 0 ? parts : [word]));
  if (!hasJapanese(plain)) {
    for (const { word, parts } of englishWords(plain)) addEnglish(word, parts);
  } else {
    for (const { word, parts, kind } of textWords(plain, data)) {
      if (kind === 'ascii') addEnglish(word, parts);
      else if (!filler.drop.has(word)) {
        for (const source of dictionary.has(word) ? [word] : parts) {
          run.push(...(dictionary.glosses(source)[0]?.words ?? []));
        }
      }
    }
  }
  return joinPairs(
    run.map((word) => ({ word, weight: 1 })),
    table,
  );
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

/** The same direction with length 1; undefined for none, and for a sum that cancelled out. */
export function unitVector(vector: Float32Array | undefined): Float32Array | undefined {
  if (!vector) return undefined;
  let square = 0;
  for (const value of vector) square += value * value;
  if (!(square > 1e-12)) return undefined;
  const factor = 1 / Math.sqrt(square);
  return vector.map((value) => value * factor);
}
