const SPACE = '\u2581';
/** A character that is in no piece costs this much more than the rarest piece. */
const UNKNOWN = 10;
const ROOT = 0;

/** A tree of characters in flat arrays: a hash table of its edges, and the index of the piece that ends at each node. */
function createPieceTree(pieces: readonly string[]) {
  const edges = pieces.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(2 * edges + 1));
  const nodes = new Int32Array(size);
  const characters = new Uint16Array(size);
  const targets = new Int32Array(size);
  const ends = new Int32Array(edges + 1).fill(-1);
  let count = 1;

  /** Returns the place of an edge in the hash table, which has no target yet if the edge does not exist. */
  function placeOf(node: number, character: number): number {
    let place = (Math.imul(node, 0x9e3779b1) ^ Math.imul(character, 0x85ebca6b)) >>> 0;
    for (place %= size; targets[place] !== 0; place = (place + 1) & (size - 1)) {
      if (nodes[place] === node && characters[place] === character) break;
    }
    return place;
  }

  for (const [index, piece] of pieces.entries()) {
    let node = ROOT;
    for (let i = 0; i < piece.length; i += 1) {
      const place = placeOf(node, piece.charCodeAt(i));
      if (targets[place] === 0) {
        nodes[place] = node;
        characters[place] = piece.charCodeAt(i);
        targets[place] = count;
        count += 1;
      }
      node = targets[place] as number;
    }
    ends[node] = index;
  }

  return {
    /** Returns the next node, or the root if no piece goes on with this character. */
    next: (node: number, character: number): number => targets[placeOf(node, character)] as number,
    /** Returns the index of the piece that ends at a node, or -1. */
    pieceAt: (node: number): number => ends[node] as number,
  };
}

/**
 * Creates a function that splits texts into their most likely pieces (a unigram language model) and returns the indexes
 * of the known ones. `pieces` are in index order, and `scores` are the logarithms of their probabilities.
 */
export function createPieceReader(pieces: readonly string[], scores: Float32Array): (text: string) => number[] {
  const tree = createPieceTree(pieces);
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
      let node = ROOT;
      for (let end = start + 1; end <= line.length; end += 1) {
        node = tree.next(node, line.charCodeAt(end - 1));
        if (node === ROOT) break;
        const place = tree.pieceAt(node);
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
