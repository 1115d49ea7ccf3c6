/** A piece of a text, and whether it is one of the matched words. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

type Range = [start: number, end: number];

const latinWord = /[\p{Script=Latin}\p{N}]+/gu;
const isLatin = /^[\p{Script=Latin}\p{N}]/u;

/** Splits the text at the given words. Ignores case, width and word endings, as the search does. */
export function markWords(text: string, words: readonly string[]): Piece[] {
  const { folded, origins } = fold(text);
  const ranges = words.flatMap((word) => rangesOf(folded, fold(word).folded.trim())).sort(([a], [b]) => a - b);
  const pieces: Piece[] = [];
  let position = 0;
  for (const [start, end] of ranges) {
    const from = Math.max(position, origins[start] ?? 0);
    const to = origins[end] ?? text.length;
    if (to <= from) continue;
    if (from > position) pieces.push({ text: text.slice(position, from), isMarked: false });
    const last = pieces.at(-1);
    // Adjacent marked words become one mark.
    if (last?.isMarked && from === position) last.text += text.slice(from, to);
    else pieces.push({ text: text.slice(from, to), isMarked: true });
    position = to;
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isMarked: false });
  return pieces;
}

/** Normalizes case and width, and maps each resulting character to its position in the text. */
function fold(text: string): { folded: string; origins: number[] } {
  let folded = '';
  const origins: number[] = [];
  let position = 0;
  for (const character of text) {
    const form = character.normalize('NFKC').toLowerCase();
    for (let i = 0; i < form.length; i += 1) origins.push(position);
    folded += form;
    position += character.length;
  }
  origins.push(position);
  return { folded, origins };
}

function rangesOf(text: string, word: string): Range[] {
  if (!word) return [];
  if (isLatin.test(word)) {
    const parts = word.match(latinWord) ?? [];
    return Array.from(text.matchAll(latinWord)).flatMap((found): Range[] =>
      parts.some((part) => isSameWord(part, found[0])) ? [[found.index, found.index + found[0].length]] : [],
    );
  }
  const stem = stemOf(word);
  const ranges: Range[] = [];
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + stem.length)) {
    ranges.push([at, at + stem.length]);
  }
  return ranges;
}

/** Treats translate and translation as the same word, but not data and date. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return common >= Math.max(4, a.length - 2) && b.length <= a.length + 4;
}

/** Strips the dictionary ending of a Japanese verb, if enough is left. */
function stemOf(word: string): string {
  const stem = word.replace(/[うくぐすつぬぶむる]$/, '');
  return stem.length >= 2 ? stem : word;
}

/** A plain text from the catalog with the given words highlighted. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <>
      {markWords(text, words).map((piece, index) =>
        piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}
