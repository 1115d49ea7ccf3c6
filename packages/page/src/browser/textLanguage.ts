/** The language attribute of a text of unknown origin: Japanese where it is written so, else unknown. */
export function textLanguage(text: string): 'ja' | undefined {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : undefined;
}
