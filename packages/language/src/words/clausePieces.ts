import { japaneseKey } from '../data/glossary.js';
import { englishWords } from './englishWords.js';
import { isKatakana } from './script.js';
import type { Morpheme, Segmenter } from './segmenter.js';
import type { FoundWord } from './textWord.js';

/** A morpheme or an English word that becomes a word or a part of one. */
export interface Piece {
  surface: string;
  base: string;
  kind: FoundWord['kind'];
  /** Whether it may start a word. */
  starts: boolean;
  /** Whether it may be a word alone. */
  stands: boolean;
  /** Whether no relevant word crosses it: 絵を描く is two words, 日の出 is one. */
  separates: boolean;
  english?: FoundWord;
}

const scripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]+/gu;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
// Long enough that no word of another script begins or ends within such a run.
const katakana = /([\u30a1-\u30fa\u30fc]{3,})/u;
const grammatical = new Set(['助詞', '助動詞', '記号', '接続詞', '感動詞', 'フィラー', '連体詞']);
// Punctuation between two scripts, which no word crosses. A space alone does not separate QR from コード.
const stop = pieceOf({ surface: ' ', base: ' ', kind: '記号', detail: '*' });

/** Returns the pieces of a clause in order: the morphemes of its Japanese runs and the English words of the others. */
export function readPieces(clause: string, segment: Segmenter, known: (key: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const run of clause.match(scripts) ?? []) {
    if (japanese.test(run)) {
      for (const part of run.replaceAll('・', ' ').split(katakana)) {
        // The segmenter splits トークンと into トーク and ント, because it lacks the word.
        if (isKatakana(part) && known(japaneseKey(part))) {
          pieces.push(pieceOf({ surface: part, base: part, kind: '名詞', detail: '一般' }));
          continue;
        }
        for (const morpheme of segment(part)) {
          if (morpheme.surface.trim() !== '') pieces.push(pieceOf(morpheme));
        }
      }
      continue;
    }
    if (/^\s*[^\p{L}\p{N}\s]/u.test(run)) pieces.push(stop);
    for (const english of englishWords(run)) {
      const { word, kind } = english;
      pieces.push({ surface: word, base: word, kind, starts: true, stands: true, separates: false, english });
    }
    if (/[^\p{L}\p{N}\s]\s*$/u.test(run)) pieces.push(stop);
  }
  return pieces;
}

function pieceOf(morpheme: Morpheme): Piece {
  const { surface, base } = morpheme;
  const kind = kindOf(morpheme);
  const isGrammar = grammatical.has(morpheme.kind);
  return {
    surface,
    base,
    kind,
    starts: !isGrammar && base !== 'する',
    stands: kind !== 'other' || morpheme.kind === '副詞',
    separates: isGrammar && surface !== 'の',
  };
}

function kindOf({ kind, detail }: Morpheme): FoundWord['kind'] {
  if (kind === '名詞') {
    if (detail === '接尾') return 'suffix';
    return detail === '非自立' || detail === '代名詞' ? 'other' : 'noun';
  }
  if (kind === '動詞') return detail === '自立' ? 'verb' : 'other';
  if (kind === '形容詞') return detail === '自立' ? 'adjective' : 'other';
  if (kind === 'UNK') return 'noun';
  return 'other';
}
