import { englishWords } from './englishWords.js';
import { japaneseKey } from './glossary.js';
import type { LanguageData } from './languageData.js';
import { isKatakana } from './script.js';
import type { Morpheme, Segmenter } from './segmenter.js';
import { splitCompound } from './splitCompound.js';

/** A word of a text in either script, as long as the dictionary allows. */
export interface TextWord {
  /** The dictionary form, folded. */
  word: string;
  /** As written, folded. */
  surface: string;
  kind: 'noun' | 'verb' | 'adjective' | 'suffix' | 'other' | 'ascii';
  /** The pieces of a compound, in dictionary form; empty for a simple word. */
  parts: string[];
}

interface Piece extends Morpheme {
  parts: string[];
}

const LONGEST_MATCH = 5;
// Punctuation between two scripts, which no word crosses; a space alone does not part QR from コード.
const stop: Piece = { surface: ' ', base: ' ', kind: '記号', detail: '*', parts: [] };
const scripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]+/gu;
const grammatical = new Set(['助詞', '助動詞', '記号', '接続詞', '感動詞', 'フィラー', '連体詞']);

/**
 * The content words of a text: Japanese runs segmented, adjoining morphemes joined while the dictionary knows them
 * (感染 者 数, QR コード), unknown compounds split into words it knows, particles and auxiliaries left out.
 */
export function textWords(text: string, { segment, dictionary, filler }: LanguageData): TextWord[] {
  const pieces = morphemes(text, segment);
  const words: TextWord[] = [];
  let at = 0;
  let end = -1;
  while (at < pieces.length) {
    const { taken, found } = longestMatch(pieces, at, dictionary.has);
    const before = words.at(-1);
    for (const word of found) {
      if (word.kind === 'suffix' && filler.drop.has(word.word)) continue;
      // A suffix (側, 版) belongs to the noun right before it.
      if (word.kind === 'suffix' && before?.kind === 'noun' && end === at)
        words[words.length - 1] = attach(before, word);
      else words.push(word);
      end = at + taken;
    }
    at += taken;
  }
  return words;
}

function attach(noun: TextWord, suffix: TextWord): TextWord {
  const parts = [...(noun.parts.length > 0 ? noun.parts : [noun.word]), suffix.word];
  return { word: noun.word + suffix.word, surface: noun.surface + suffix.surface, kind: 'noun', parts };
}

function morphemes(text: string, segment: Segmenter): Piece[] {
  const pieces: Piece[] = [];
  for (const [run] of text.matchAll(scripts)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) {
      for (const morpheme of segment(run.replaceAll('・', ' '))) {
        if (morpheme.surface.trim() !== '') pieces.push({ ...morpheme, parts: [] });
      }
      continue;
    }
    if (/^\s*[^\p{L}\p{N}\s]/u.test(run)) pieces.push(stop);
    for (const { word, parts } of englishWords(run)) {
      pieces.push({ surface: word, base: word, kind: 'ascii', detail: '*', parts });
    }
    if (/[^\p{L}\p{N}\s]\s*$/u.test(run)) pieces.push(stop);
  }
  return pieces;
}

/** The longest word that starts at `at`, if any, and how many morphemes it takes. */
function longestMatch(
  pieces: Piece[],
  at: number,
  known: (key: string) => boolean,
): { taken: number; found: TextWord[] } {
  const first = pieces[at];
  if (!first || grammatical.has(first.kind) || first.base === 'する') return { taken: 1, found: [] };
  for (let length = Math.min(LONGEST_MATCH, pieces.length - at); length > 1; length -= 1) {
    const span = pieces.slice(at, at + length);
    const last = span.at(-1);
    if (!last || span.some(separates) || kindOf(last) === 'other') continue;
    if (span.every((piece) => piece.kind === 'ascii')) continue;
    const stem = span
      .slice(0, -1)
      .map((piece) => piece.surface)
      .join('');
    const form = [stem + last.base, stem + last.surface].map(japaneseKey).find(known);
    if (form === undefined) continue;
    const parts = span.filter((piece) => isContent(piece)).map((piece) => japaneseKey(piece.base));
    const kind = kindOf(last) === 'suffix' ? 'noun' : kindOf(last);
    return { taken: length, found: [{ word: form, surface: japaneseKey(stem + last.surface), kind, parts }] };
  }
  return { taken: 1, found: single(first, known) };
}

/** Whether no word of interest reaches across it: 絵を描く is two words, 日の出 is one. */
function separates({ kind, surface }: Piece): boolean {
  return grammatical.has(kind) && surface !== 'の';
}

function single(piece: Piece, known: (key: string) => boolean): TextWord[] {
  if (piece.kind === 'ascii')
    return [{ word: piece.base, surface: piece.surface, kind: 'ascii', parts: piece.parts }];
  const base = japaneseKey(piece.base);
  const surface = japaneseKey(piece.surface);
  const kind = kindOf(piece);
  if (kind === 'other' && piece.kind !== '副詞') return [];
  if (known(base)) return [{ word: base, surface, kind, parts: [] }];
  if (known(surface)) return [{ word: surface, surface, kind, parts: [] }];
  const parts = splitCompound(base, known, isKatakana(base) ? 2 : 1);
  return [{ word: base, surface, kind, parts }];
}

function isContent(piece: Piece): boolean {
  return piece.kind === 'ascii' || (kindOf(piece) !== 'other' && kindOf(piece) !== 'suffix');
}

function kindOf({ kind, detail }: Morpheme): TextWord['kind'] {
  if (kind === 'ascii') return 'ascii';
  if (kind === '名詞') {
    if (detail === '接尾') return 'suffix';
    return detail === '非自立' || detail === '代名詞' ? 'other' : 'noun';
  }
  if (kind === '動詞') return detail === '自立' ? 'verb' : 'other';
  if (kind === '形容詞') return detail === '自立' ? 'adjective' : 'other';
  if (kind === 'UNK') return 'noun';
  return 'other';
}
