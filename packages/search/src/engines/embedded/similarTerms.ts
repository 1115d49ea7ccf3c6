import { firstWhere } from './firstWhere.js';
import type { Term } from './termIndex.js';

/** A term and its edit distance (a letter added, dropped, changed, or swapped with its neighbour). */
export interface SimilarTerm {
  term: Term;
  distance: number;
  /** Whether only the beginning of the term matches. */
  isPrefix: boolean;
}

/**
 * Returns the terms at most `most` edits away from a word, or, with `asPrefix`, those whose beginning is. A wrong first
 * letter counts as one more edit. `sorted` must be sorted by the texts of the terms.
 */
export function similarTerms(sorted: readonly Term[], word: string, most: number, asPrefix: boolean): SimilarTerm[] {
  const first = word.charAt(0);
  const start = firstWhere(sorted, ({ text }) => text >= first);
  const end = endOf(sorted, start, first);
  const found = within(sorted, start, end, word, most, asPrefix);
  if (most < 2) return found;
  const others = [
    ...within(sorted, 0, start, word, most - 1, asPrefix),
    ...within(sorted, end, sorted.length, word, most - 1, asPrefix),
  ];
  return [...found, ...others.map((other) => ({ ...other, distance: other.distance + 1 }))];
}

/**
 * Walks a range of the sorted terms like a trie: it keeps the rows of the edit matrix for the letters that neighbours
 * share, and skips all terms with a beginning that is already too far away.
 */
function within(
  sorted: readonly Term[],
  from: number,
  to: number,
  word: string,
  most: number,
  asPrefix: boolean,
): SimilarTerm[] {
  const found: SimilarTerm[] = [];
  const letters = Uint16Array.from(word, (_, i) => word.charCodeAt(i));
  const width = word.length + 1;
  const deepest = word.length + most + 1;
  const matrix = new Uint8Array((deepest + 1) * width).fill(most + 1);
  for (let j = 0; j <= Math.min(most, word.length); j += 1) matrix[j] = j;
  /** For each depth, the fewest edits to the whole word at that depth or before. */
  const nearest = new Uint8Array(deepest + 1).fill(most + 1);
  let previous = '';
  let depth = 0;

  for (let i = from; i < to; ) {
    const term = sorted[i];
    if (!term) break;
    const { text } = term;
    depth = Math.min(depth, sharedLength(previous, text));
    previous = text;
    let lost = false;
    while (depth < text.length && !lost) {
      const least = fillRow(matrix, width, depth + 1, letters, text, most);
      depth += 1;
      nearest[depth] = Math.min(nearest[depth - 1] ?? 255, matrix[(depth + 1) * width - 1] ?? 255);
      lost = least > most || depth === deepest;
    }
    const prefixDistance = nearest[depth] ?? 255;
    if (lost) {
      const end = endOf(sorted, i, text.slice(0, depth));
      if (asPrefix && prefixDistance <= most) {
        for (let k = i; k < end; k += 1) {
          const longer = sorted[k];
          if (longer) found.push({ term: longer, distance: prefixDistance, isPrefix: true });
        }
      }
      i = end;
      continue;
    }
    const distance = matrix[(depth + 1) * width - 1] ?? 255;
    if (distance <= most && !(asPrefix && prefixDistance < distance)) {
      found.push({ term, distance, isPrefix: false });
    } else if (asPrefix && prefixDistance <= most) {
      found.push({ term, distance: prefixDistance, isPrefix: true });
    }
    i += 1;
  }
  return found;
}

/** Fills the row of the edit matrix for the letter of `text` before `depth`, and returns its minimum. */
function fillRow(
  matrix: Uint8Array,
  width: number,
  depth: number,
  letters: Uint16Array,
  text: string,
  most: number,
): number {
  const row = depth * width;
  const above = row - width;
  const letter = text.charCodeAt(depth - 1);
  const before = depth > 1 ? text.charCodeAt(depth - 2) : -1;
  const low = Math.max(1, depth - most);
  const high = Math.min(letters.length, depth + most);
  let least = most + 1;
  // Everything outside of this band is more than `most` edits away.
  matrix[row + low - 1] = low === 1 ? Math.min(depth, most + 1) : most + 1;
  if (low === 1) least = Math.min(least, depth);
  for (let j = low; j <= high; j += 1) {
    const other = letters[j - 1] ?? 0;
    let edits = (matrix[above + j - 1] ?? 0) + (letter === other ? 0 : 1);
    edits = Math.min(edits, (matrix[above + j] ?? 0) + 1, (matrix[row + j - 1] ?? 0) + 1, most + 1);
    if (j > 1 && letter === letters[j - 2] && other === before) {
      edits = Math.min(edits, (matrix[above - width + j - 2] ?? 0) + 1);
    }
    matrix[row + j] = edits;
    if (edits < least) least = edits;
  }
  if (high < letters.length) matrix[row + high + 1] = most + 1;
  return least;
}

function sharedLength(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < length && a.charCodeAt(shared) === b.charCodeAt(shared)) shared += 1;
  return shared;
}

/**
 * Returns the first position from `from` on whose term does not start with `prefix`. The term at `from` must start with
 * it.
 */
function endOf(sorted: readonly Term[], from: number, prefix: string): number {
  // Ranges are mostly short, so it takes growing steps before the binary search.
  let step = 1;
  while (sorted[from + step]?.text.startsWith(prefix)) step *= 2;
  const [low, high] = [from + (step >> 1), Math.min(sorted.length, from + step)];
  return firstWhere(sorted, ({ text }) => !text.startsWith(prefix), low, high);
}
