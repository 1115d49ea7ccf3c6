import { japaneseKey } from '../data/glossary.js';
import type { Filler } from '../data/wordLists.js';
import { type Piece, readPieces } from './clausePieces.js';
import { isKatakana } from './script.js';
import type { Segmenter } from './segmenter.js';
import { splitCompound } from './splitCompound.js';
import type { FoundWord } from './textWord.js';

type Known = (key: string) => boolean;

const LONGEST_MATCH = 5;

/**
 * Creates a reader for the content words of clauses. Japanese runs are segmented, adjacent morphemes are joined while
 * the dictionary knows them (感染 者 数, QR コード), unknown compounds are split into known words, and particles and
 * auxiliaries are left out.
 */
export function createClauseReader(
  segment: Segmenter,
  known: Known,
  { drop }: Filler,
): (clause: string) => FoundWord[] {
  return (clause) => {
    const pieces = readPieces(clause, segment, known);
    const words: FoundWord[] = [];
    let end = -1;
    for (let at = 0; at < pieces.length; ) {
      const { pieceCount, word } = longestMatch(pieces, at, known);
      if (word && !(word.kind === 'suffix' && drop.has(word.word))) {
        const before = words.at(-1);
        // A suffix (側, 版) belongs to the noun directly before it.
        if (word.kind === 'suffix' && before?.kind === 'noun' && end === at)
          words[words.length - 1] = attach(before, word);
        else words.push(word);
        end = at + pieceCount;
      }
      at += pieceCount;
    }
    return words;
  };
}

function attach(noun: FoundWord, suffix: FoundWord): FoundWord {
  const parts = [...(noun.parts.length > 0 ? noun.parts : [noun.word]), suffix.word];
  return { word: noun.word + suffix.word, surface: noun.surface + suffix.surface, kind: 'noun', parts };
}

/** Returns the longest word that starts at `at`, if any, and the number of its pieces. */
function longestMatch(pieces: Piece[], at: number, known: Known): { pieceCount: number; word?: FoundWord | undefined } {
  const first = pieces[at];
  if (!first?.starts) return { pieceCount: 1 };
  let word: FoundWord | undefined;
  let pieceCount = 1;
  let stem = first.surface;
  let isEnglish = first.kind === 'ascii';
  for (let length = 2; length <= LONGEST_MATCH; length += 1) {
    const last = pieces[at + length - 1];
    if (!last || last.separates) break;
    isEnglish &&= last.kind === 'ascii';
    const form = isEnglish || last.kind === 'other' ? undefined : knownForm(stem, last, known);
    if (form !== undefined) {
      const parts = pieces
        .slice(at, at + length)
        .filter(isContent)
        .map((piece) => japaneseKey(piece.base));
      const kind = last.kind === 'suffix' ? 'noun' : last.kind;
      word = { word: form, surface: japaneseKey(stem + last.surface), kind, parts };
      pieceCount = length;
    }
    stem += last.surface;
  }
  return { pieceCount, word: word ?? single(first, known) };
}

/** Returns the word formed by the stem and a last piece, in dictionary form or as written, if the dictionary has it. */
function knownForm(stem: string, { base, surface }: Piece, known: Known): string | undefined {
  const form = japaneseKey(stem + base);
  if (known(form)) return form;
  if (base === surface) return undefined;
  const written = japaneseKey(stem + surface);
  return known(written) ? written : undefined;
}

function single(piece: Piece, known: Known): FoundWord | undefined {
  if (piece.english || !piece.stands) return piece.english;
  const { kind } = piece;
  const base = japaneseKey(piece.base);
  const surface = japaneseKey(piece.surface);
  if (known(base)) return { word: base, surface, kind, parts: [] };
  if (known(surface)) return { word: surface, surface, kind, parts: [] };
  return { word: base, surface, kind, parts: splitCompound(base, known, isKatakana(base) ? 2 : 1) };
}

function isContent({ kind }: Piece): boolean {
  return kind !== 'other' && kind !== 'suffix';
}
