export type QueryLanguage = 'ja' | 'en';

const kana = /[\u3041-\u309f\u30a0-\u30ff\uff66-\uff9f]/;
const japanese = /[\u3005-\u3007\u3041-\u309f\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]/;
const han = /\p{Script=Han}/u;

/** Whether the text contains kana or Chinese characters. */
export function hasJapanese(text: string): boolean {
  return japanese.test(text) || han.test(text);
}

/** Returns the language to answer in: Japanese if the query contains kana or Chinese characters, otherwise English. */
export function queryLanguage(text: string): QueryLanguage {
  return hasJapanese(text) ? 'ja' : 'en';
}

/** Whether the word is written only in kana. */
export function isKana(word: string): boolean {
  return word.length > 0 && [...word].every((character) => kana.test(character));
}

/** Whether the word is written only in katakana. */
export function isKatakana(word: string): boolean {
  return /^[\u30a0-\u30ff]+$/.test(word);
}
