/** Folds only width and case, as the segmenter and the dictionary expect. */
export function foldWidth(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Unifies the spellings of Japanese loan words: ヴァ becomes バ, ウエア becomes ウェア, フェイス becomes フェース, dashes between
 * katakana become the long vowel, and a longer katakana word loses its final long vowel (サーバー, サーバ).
 */
export function foldKana(text: string): string {
  if (!/[\u30a1-\u30fa]/.test(text)) return text;
  return text
    .replace(/(?<=[\u30a1-\u30fa])[\u2010-\u2015\u2212-](?=[\u30a1-\u30fa]|$)/gu, 'ー')
    .replace(/ヴァ/g, 'バ')
    .replace(/ヴィ/g, 'ビ')
    .replace(/ヴェ/g, 'ベ')
    .replace(/ヴォ/g, 'ボ')
    .replace(/ヴ/g, 'ブ')
    .replace(/ウエア/g, 'ウェア')
    .replace(/ウエブ/g, 'ウェブ')
    .replace(/フェイス/g, 'フェース')
    .replace(/ー{2,}/g, 'ー')
    .replace(/(?<=[\u30a1-\u30fa][\u30a1-\u30fc]{2,})ー(?![\u30a1-\u30fc])/g, '');
}

/**
 * Returns the text in the form for matching: NFKC, lower case, one spelling for kana variants, single spaces, trimmed.
 */
export function normalize(text: string): string {
  return foldKana(foldWidth(text))
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\s\p{P}\p{S}\p{C}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** The simple split of keyword search, of a normalised text: at spaces, at punctuation and between scripts. */
export const splitNormalized = (text: string): string[] => text.match(words) ?? [];

/** The same, for a text as written. */
export const splitWords = (text: string): string[] => splitNormalized(normalize(text));
