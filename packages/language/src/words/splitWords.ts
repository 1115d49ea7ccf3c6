import { normalize } from './normalize.js';

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\s\p{P}\p{S}\p{C}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/**
 * The simple split of keyword search: normalises the text and splits it at spaces, at punctuation and between Japanese
 * and other scripts.
 */
export function splitWords(text: string): string[] {
  return splitNormalized(normalize(text));
}

/** The same for a text that is already normalised. */
export function splitNormalized(text: string): string[] {
  return text.match(words) ?? [];
}
