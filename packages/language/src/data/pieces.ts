const SPACE = '\u2581';
/** A character that is in no piece costs this much more than the rarest piece. */
const UNKNOWN = 10;

/**
 * Creates a function that splits texts into their most likely pieces (a unigram language model) and returns the indexes
 * of the known ones. `pieces` are in index order, and `scores` are the logarithms of their probabilities.
 */
export function createPieceReader(pieces: readonly string[], scores: Float32Array): (text: string) => number[] {
  /** The index of each piece, and -1 for what is only the beginning of one. */
  const places = new Map<string, number>();
  for (const [place, piece] of pieces.entries()) {
    for (let end = 1; end < piece.length; end += 1) {
      const start = piece.slice(0, end);
      if (!places.has(start)) places.set(start, -1);
    }
    places.set(piece, place);
  }
  const unknown = scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN;

  return (text) => {
    const line = SPACE + text.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, SPACE);
    const best = new Float64Array(line.length + 1).fill(-Infinity);
    const last = new Int32Array(line.length + 1);
    const starts = new Int32Array(line.length + 1);
    best[0] = 0;
    const offer = (start: number, end: number, place: number, score: number) => {
      if (score <= (best[end] as number)) return;
      best[end] = score;
      last[end] = place;
      starts[end] = start;
    };
    for (let start = 0; start < line.length; start += 1) {
      const before = best[start] as number;
      offer(start, start + 1, -1, before + unknown);
      for (let end = start + 1; end <= line.length; end += 1) {
        const place = places.get(line.slice(start, end));
        if (place === undefined) break;
        if (place >= 0) offer(start, end, place, before + (scores[place] as number));
      }
    }
    const found: number[] = [];
    for (let end = line.length; end > 0; end = starts[end] as number) {
      if ((last[end] as number) >= 0) found.push(last[end] as number);
    }
    return found;
  };
}
