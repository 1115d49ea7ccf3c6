/**
 * Returns the fewest dictionary words that make up an unknown compound (ライティング + アプリケーション). If they do not cover it,
 * only pieces of four or more characters are kept, because shorter ones are chance matches.
 */
export function splitCompound(compound: string, known: (key: string) => boolean, shortest: number): string[] {
  const length = compound.length;
  if (length < 2 * shortest || length > 40) return [];
  interface Cut {
    cost: number;
    from: number;
    word: boolean;
  }
  const best: Cut[] = [{ cost: 0, from: 0, word: false }];
  for (let end = 1; end <= length; end += 1) {
    // A character that no word covers costs more than any word, so that full covers win.
    let cut: Cut = { cost: (best[end - 1]?.cost ?? 0) + 10, from: end - 1, word: false };
    for (let start = Math.max(0, end - 16); start <= end - shortest; start += 1) {
      const cost = (best[start]?.cost ?? 0) + 1;
      if (cost < cut.cost && known(compound.slice(start, end))) cut = { cost, from: start, word: true };
    }
    best.push(cut);
  }
  const pieces: string[] = [];
  let whole = true;
  for (let end = length; end > 0; ) {
    const { from, word } = best[end] ?? { from: end - 1, word: false };
    if (word) pieces.unshift(compound.slice(from, end));
    else whole = false;
    end = from;
  }
  return whole ? pieces : pieces.filter((piece) => piece.length >= 4);
}
