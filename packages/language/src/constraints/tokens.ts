import { canonicalChain } from '@shirube/contracts';
import type { Lexicon, Meanings, Word } from './lexicon.js';
import { readKanji } from './numbers.js';

/** A piece of a text and what is known about it. */
export interface Token {
  start: number;
  end: number;
  /** Its classes, as the lexicon writes them. */
  sign: string;
  meanings: Meanings;
  /** The value of a number, or the amount in its currency. */
  number?: number;
  /** A national currency (USD, JPY) or the coin that was named. */
  currency?: string;
  /** The unit of an amount in its currency: 0.01 for cents. */
  unit?: number;
  /** The number of requests that an amount is for. */
  count?: number;
  chains?: readonly string[];
  /** The tokens that it was made of. */
  parts?: readonly Token[];
}

/** The classes of tokens that are in no word list. */
export const unlisted = {
  word: 'content word',
  plural: 'content plural word',
  participle: 'content participle word',
  name: 'content name word',
  noun: 'content noun',
  kana: 'ending glue kana',
  gap: 'comma edge glue',
  other: 'other',
  chain: 'chain',
  id: 'chain id',
  number: 'number',
  round: 'number round',
  decimal: 'decimal number',
};

const endings = { participle: /[a-z]{2}(?:ing|ed|ly)$/, plural: /[^aisu]s$/ };
const none: Meanings = new Map();
const idMeanings: Meanings = new Map([['id', '']]);
// 0,05 €, as written in continental Europe.
const figures = /\d{1,3},\d{1,2}(?=\s?(?:€|eur|ユーロ))|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+/y;
const numerals = /[一二三四五六七八九十百千万〇零]{1,8}/y;
const latin = /[A-Za-z\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f'’]*/y;
const katakana = /[\u30a1-\u30fa\u30fc-\u30ff]+/y;
const caip2 = /(?:eip155|solana|aptos|sui|near|stellar|algorand|hedera|tron|xrpl|bip122):[-_a-z0-9]{1,32}/iy;
const counted = ['unit', 'counter', 'over'];

type Script = 'space' | 'digit' | 'latin' | 'kana' | 'katakana' | 'kanji' | 'other';

function scriptOf(code: number): Script {
  if (code === 32 || (code > 8 && code < 14)) return 'space';
  if ((code > 47 && code < 58) || code === 46) return 'digit';
  if ((code > 64 && code < 91) || (code > 96 && code < 123) || (code > 191 && code < 0x250)) return 'latin';
  if (code > 0x3040 && code < 0x30a0) return 'kana';
  if (code > 0x30a0 && code < 0x3100 && code !== 0x30fb) return 'katakana';
  return (code > 0x3004 && code < 0x3008) || (code > 0x33ff && code < 0xa000) ? 'kanji' : 'other';
}

/** Returns the class of a number: below 1 it may be a price, from 100 on a number of requests. */
export const numberClass = (number: number): string =>
  number < 1 ? unlisted.decimal : number < 100 ? unlisted.number : unlisted.round;

/** Splits a text into words of the lexicon, longest first, and what is between them. */
export function readTokens(text: string, lexicon: Lexicon): Token[] {
  // A hyphen between spaces is a dash.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/(?<=\s)-(?=\s)/g, '—');
  const tokens: Token[] = [];
  let at = 0;
  const scriptAt = (place: number): Script => scriptOf(text.charCodeAt(place));
  const run = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const add = (length: number, sign: string, meanings: Meanings = none): Token => {
    const token: Token = { start: at, end: at + length, sign, meanings };
    tokens.push(token);
    at += length;
    return token;
  };
  const addNumber = (length: number, number: number) => {
    add(length, lexicon.signOf(numberClass(number))).number = number;
  };
  /** Returns the previous token if it ends where the next one starts. */
  const touching = (): Token | undefined => (tokens.at(-1)?.end === at ? tokens.at(-1) : undefined);
  const isJapanese = (place: number): boolean => /^k/.test(scriptAt(place));

  /** Returns a numeral such as 二十 if a unit or a counter follows. */
  function numeralHere(): string {
    const said = touching()?.number === undefined ? run(numerals) : '';
    const behind = said === '' ? undefined : lexicon.longest(lower, at + said.length);
    return behind && counted.some((name) => behind.meanings.has(name)) ? said : '';
  }
  /** A single kanji is a word only without an unknown kanji beside it: 本 means book, but not in 本格的. */
  function stands({ length }: Word): boolean {
    const last = touching();
    if (length > 1 || last?.number !== undefined || last?.meanings.has('times')) return true;
    if (last?.meanings.size === 0 && scriptAt(at - 1) === 'kanji') return false;
    return scriptAt(at + 1) !== 'kanji' || (lexicon.longest(lower, at + 1)?.length ?? 0) > 1;
  }
  /** A run of katakana is one word, or a word with a known suffix: ソラナテストネット. */
  function isWhole({ length }: Word): boolean {
    const whole = run(katakana).length;
    const tail = length < whole ? lexicon.longest(lower, at + length) : undefined;
    return length >= whole || (length + (tail?.length ?? 0) === whole && tail?.meanings.has('suffix') === true);
  }
  const latinKind = (word: string): keyof typeof unlisted =>
    at > 0 && /^[A-Z].*[a-z]/.test(word)
      ? 'name'
      : ((['participle', 'plural'] as const).find((kind) => endings[kind].test(word)) ?? 'word');
  function addUnknown(script: Script): void {
    const word = script === 'latin' ? run(latin) : script === 'katakana' ? run(katakana) : (text[at] ?? '');
    const kind = script === 'latin' ? latinKind(word) : script === 'kana' ? 'kana' : isJapanese(at) ? 'noun' : 'other';
    const sign = lexicon.signOf(unlisted[kind]);
    const last = touching();
    if (word.length > 1 || last?.meanings.size !== 0 || last.sign !== sign) add(word.length, sign);
    else {
      last.end += 1;
      at += 1;
    }
  }

  while (at < text.length) {
    const script = scriptAt(at);
    const digits = script === 'digit' ? run(figures) : '';
    const numeral = script === 'kanji' ? numeralHere() : '';
    const id = script === 'latin' ? run(caip2) : '';
    const chain = id === '' ? undefined : canonicalChain(id);
    const word = script === 'space' ? undefined : lexicon.longest(lower, at);
    if (script === 'space') {
      // A space separates words from preceding Japanese.
      const next = scriptAt(at + 1);
      if (isJapanese(at - 1) && (next === 'latin' || isJapanese(at + 1))) add(1, lexicon.signOf(unlisted.gap));
      else at += 1;
    } else if (digits !== '') {
      const figure = /^\d+,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits.replaceAll(',', '');
      addNumber(digits.length, Number(figure));
    } else if (numeral !== '') addNumber(numeral.length, readKanji(numeral));
    else if (chain !== undefined) add(id.length, lexicon.signOf(unlisted.id), idMeanings).chains = [chain];
    else if (!word || (script === 'kanji' && !stands(word)) || (script === 'katakana' && !isWhole(word)))
      addUnknown(script);
    // "on Optimism": a word that is also an ordinary word is a name if it is capitalised.
    else if (word.meanings.get('ordinary') === '' && at > 0 && text[at] !== lower[at])
      add(word.length, lexicon.signOf(unlisted.chain)).chains = [word.meanings.get('chain') ?? ''];
    else add(word.length, word.sign, word.meanings);
  }
  return tokens;
}
