/**
 * Returns how many typing mistakes turn `a` into `b`: letters that are added, dropped or changed, or two neighbours that
 * are swapped.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (beforePrevious[j - 2] ?? 0) + 1 : substitution;
      row.push(Math.min(substitution, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforePrevious, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}

/** Returns the names that a word may be meant for, nearest first: up to a third of its letters may be mistyped. */
export function nearestNames(word: string, names: readonly string[]): string[] {
  const max = Math.max(1, Math.floor(word.length / 3));
  return names
    .filter(({ length }) => Math.abs(length - word.length) <= max)
    .map((name) => ({ name, distance: editDistance(name, word) }))
    .filter(({ distance }) => distance <= max)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}
