import type { TextWord } from '../words/textWord.js';

const before = new Set(['without', 'no', 'not', 'non', 'except', 'excluding', 'avoid']);
const after = new Set(['不要', '無し', 'なし', 'ない', '無い', '以外', '抜き', '除く']);

/**
 * Whether the query names the word at that place only to say that it is not wanted: 登録不要, 認証なし, "without a password". At most
 * one word may stand between, so that a negation does not reach across the sentence.
 */
export function isNegated(words: TextWord[], at: number): boolean {
  if (
    words[at]?.kind === 'ascii' &&
    words.slice(Math.max(0, at - 2), at).some((other) => before.has(other.word))
  )
    return true;
  const next = words[at + 1];
  return next !== undefined && (after.has(next.word) || after.has(next.surface));
}
