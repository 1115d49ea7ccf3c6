import { currenciesOf, networks } from '@shirube/domain';
import { rowsOf } from '../data/wordLists.js';
import { type Lexicon, lookUp, readLexicon } from './lexicon.js';

/** One row of the rules: the effect on a query that matches its pattern. */
export interface Rule {
  effect: string;
  expression: RegExp;
  /** It can match only if each of these does. */
  needs: readonly RegExp[];
  /** If one of these occurs, the query is about something else. */
  unless: RegExp | undefined;
  example: string;
  expected: string;
}

/** The names of networks and coins in the contracts. */
const knownNames: string[][] = [
  ...networks.map(({ name }) => [`chain=${name}`, `${name.replaceAll('-', ' ')}, ${name.replaceAll('-', '')}`]),
  ...['USD', 'JPY', 'EUR', 'GBP'].flatMap((family) =>
    currenciesOf(family)
      .slice(1)
      .flatMap((coin) => ['coin', 'unit', 'code'].map((name) => [`${name}=${coin}`, coin.toLowerCase()])),
  ),
];

const pieces = /"[^"]+"|[@!]?[a-z][a-z0-9-]*|[^\x20-\x7e\s]+|\(\?<?[=!]|\{\d+,?\d*\}\??|[*+?]\??|[()[\]|^$.]/gu;
const operators: Record<string, string> = { '(': '(?:', '[': '(', ']': ')', '.': '[^]' };

/** Returns the class of a word in a pattern, which it has to itself: in quotation marks, or not in Latin letters. */
const wordClass = (piece: string): string => piece.replaceAll(' ', '_');

/** Returns the words in a pattern, as rows of their classes. */
const wordRows = (pattern: string): string[][] =>
  (pattern.match(pieces) ?? [])
    .filter((piece) => /^(?:"|[^\x20-\x7e])/.test(piece))
    .map((piece) => [wordClass(piece), piece.replaceAll('"', '')]);

/**
 * Returns a pattern as a regular expression over signs. It consists of names of classes, words, `!class` for anything
 * outside of a class, `@name` for a named pattern, and the operators of regular expressions. Square brackets mark what
 * is meant.
 */
function toExpression(pattern: string, lexicon: Lexicon, lets: ReadonlyMap<string, string>): string {
  const translated = (pattern.match(pieces) ?? []).map((piece) => {
    if (piece.startsWith('@')) return lookUp(piece.slice(1), lets);
    if (/^[!-~]/.test(piece) && !/^[!"a-z]/.test(piece)) return operators[piece] ?? piece;
    return piece.startsWith('!') ? `[^${lexicon.signsOf(piece.slice(1))}]` : `[${lexicon.signsOf(wordClass(piece))}]`;
  });
  return `(?:${translated.join('')})`;
}

/** Reads the classes of words and the rules over them, in order. */
export function readRules(words: string, table: string): { lexicon: Lexicon; rules: Rule[] } {
  const rows = rowsOf(table);
  const ownWords = rows.flatMap(([effect, first = '', second = '']) => wordRows(effect === 'let' ? second : first));
  const lexicon = readLexicon([...knownNames, ...rowsOf(words), ...ownWords]);
  const anyOf = (names: readonly string[]): RegExp => new RegExp(`[${names.map(lexicon.signsOf).join('')}]`);
  const lets = new Map<string, string>();
  let common: RegExp[] = [];
  const rules: Rule[] = [];
  for (const [effect = '', first = '', second = '', example = '', expected = ''] of rows) {
    if (effect === 'let') lets.set(first, toExpression(second, lexicon, lets));
    else if (effect === 'needs') common = [anyOf(first.split(' '))];
    else {
      const source = toExpression(first, lexicon, lets);
      const conditions = second.split(' ').filter((name) => name !== '');
      const wanted = conditions.filter((name) => name.startsWith('+')).map((name) => anyOf([name.slice(1)]));
      const others = conditions.filter((name) => !name.startsWith('+'));
      rules.push({
        effect,
        expression: new RegExp(source, /\((?!\?)/.test(source) ? 'dg' : 'g'),
        needs: [...common, ...wanted],
        unless: others.length > 0 ? anyOf(others) : undefined,
        example,
        expected,
      });
    }
  }
  return { lexicon, rules };
}
