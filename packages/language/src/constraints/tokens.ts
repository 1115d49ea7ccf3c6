import { canonicalChain, networks } from '@shirube/domain';
import type { Lexicon, Meanings, Word } from './lexicon.js';

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

const none: Meanings = new Map();
// 0,05 €, as written in continental Europe.
const figures = /\d{1,3},\d{1,2}(?=\s?(?:€|eur|ユーロ))|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+/y;
const katakana = /[ァ-ヺー-ヿ]+/y;
const kanji = /[々-〇㐀-鿿]/y;
const namespaces = networks.map(({ caip2 }) => caip2.split(':', 1)[0]);
/** What an address without a scheme starts with: labels and dots. Behind "2." is a sentence, like a capitalised word behind one that is not. */
const labels =
  /(?!\d{1,2}\.|\d+\.\d)(?=(?:[\p{sc=Latin}\p{N}][\p{sc=Latin}\p{N}-]*\.)+(?:(?<=[A-Z][a-z]+\.)|(?![A-Z][a-z]))[A-Za-z]{2})/u;
const hostAndPort = /[\p{sc=Latin}\p{N}.-]*[\p{sc=Latin}\p{N}](?::\d+)?/u;
/** A path ends before Japanese, and before a sign that ends a sentence. */
const path = /(?:[/?#](?:(?!以外|抜き)[^\s<>"'「」、。）)\p{sc=Hiragana}])*(?<![.,;:!?]))?/u;
/** An address, also beside Japanese. */
export const addresses = new RegExp(
  `(?<![\\p{sc=Latin}\\p{N}@.]-?)(?:https?://|${labels.source})${hostAndPort.source}${path.source}`,
  'gu',
);
const address = new RegExp(addresses.source, 'uy');
const chainId = new RegExp(`(?:${[...new Set(namespaces)].join('|')}):[-_a-z0-9]{1,32}`, 'iy');

/** What a kanji numeral stands before. */
const counted = ['digit', 'unit', 'counter'];

/** Returns the classes of a number: below 1 it may be a price, from 100 on a number of requests. */
export const numberClasses = (number: number): string =>
  number < 1 ? 'decimal number' : number < 100 ? 'number' : 'number round';

/** Splits a text into words of the lexicon, longest first, and what is between them. */
export function readTokens(text: string, lexicon: Lexicon): Token[] {
  // A hyphen between spaces is a dash; directly before a word it leaves that out, like an exclamation mark behind a space.
  const lower = text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/(?<=\s)-(?=\s)/g, '—')
    .replace(/(?:(?<!\S)-|(?<=\s)!)(?=[a-z]{3})/g, '¬');
  const tokens: Token[] = [];
  let at = 0;
  const run = (pattern: RegExp, place = at): string => {
    pattern.lastIndex = place;
    return pattern.exec(text)?.[0] ?? '';
  };
  const add = (length: number, sign: string, known: Partial<Token> = {}) => {
    tokens.push({ start: at, end: at + length, sign, meanings: none, ...known });
    at += length;
  };
  /** Returns the previous token if it ends where the next one starts. */
  const touching = (): Token | undefined => (tokens.at(-1)?.end === at ? tokens.at(-1) : undefined);

  /** Whether a word is not a part of an unknown one. */
  function stands({ length, meanings }: Word): boolean {
    // A run of katakana is one word, or a word with a known suffix: ソラナテストネット.
    const more = run(katakana).length - length;
    const next = lexicon.longest(lower, at + length);
    if (more > 0) return next?.length === more && next.meanings.has('suffix');
    // A single kanji is a word only without an unknown kanji beside it: 本 means book, but not in 本格的.
    const last = touching();
    if (length > 1 || run(kanji) === '' || last?.number !== undefined || last?.meanings.has('digit')) return true;
    if (meanings.has('digit') && counted.some((name) => next?.meanings.has(name))) return true;
    if (last?.meanings.size === 0 && run(kanji, at - 1) !== '') return false;
    return run(kanji, at + 1) === '' || (next?.length ?? 0) > 1;
  }
  function addUnknown(): void {
    const form = lexicon.forms.find(({ pattern }) => run(pattern) !== '');
    const length = form ? run(form.pattern).length : 0;
    const last = touching();
    if (form && (length > 1 || last?.meanings.size !== 0 || last.sign !== form.sign)) add(length, form.sign);
    else {
      // Another character of the same kind, or a space.
      if (form && last) last.end += 1;
      at += 1;
    }
  }

  while (at < text.length) {
    const figure = run(figures);
    const id = run(chainId);
    const chain = canonicalChain(id);
    const word = lexicon.longest(lower, at);
    const host = run(address);
    if (host !== '') add(host.length, lexicon.signOf('content name word address'));
    else if (figure !== '') {
      const isEuropean = /^\d+,\d{1,2}$/.test(figure);
      const number = Number(figure.replaceAll(',', isEuropean ? '.' : ''));
      add(figure.length, lexicon.signOf(numberClasses(number)), { number });
    } else if (chain !== undefined)
      add(id.length, lexicon.signOf('chain id'), { chains: [chain], meanings: new Map([['id', '']]) });
    else if (!word || !stands(word)) addUnknown();
    // "on Optimism": a word that is also an ordinary word is a name if it is capitalised.
    else if (word.meanings.get('ordinary') === '' && at > 0 && text[at] !== lower[at])
      add(word.length, lexicon.signOf('chain'), { chains: [word.meanings.get('chain') ?? ''] });
    else add(word.length, word.sign, { meanings: word.meanings });
  }
  return tokens;
}
