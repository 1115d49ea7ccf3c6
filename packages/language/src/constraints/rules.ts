import { currenciesOf, networks } from '@shirube/contracts';
import { foldedClasses } from './folds.js';
import { type Lexicon, readLexicon } from './lexicon.js';
import { compilePattern, literalClass, literalsOf } from './patterns.js';
import { unlisted } from './tokens.js';

/** One row of the rules: the effect on a query that matches its pattern. */
export interface Rule {
  effect: string;
  expression: RegExp;
  /** The expression can match only if each of these does. */
  needs: readonly RegExp[];
  /** If one of these occurs, the query is about something else. */
  unless: RegExp | undefined;
  example: string;
  expected: string;
}

/** Returns the rows of a TSV file without empty lines and comments. */
export const rowsOf = (tsv: string): string[][] =>
  tsv
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** The names of networks and coins in the contracts. */
const knownNames: string[][] = [
  ...networks.map(({ name }) => [`chain=${name}`, `${name.replaceAll('-', ' ')}, ${name.replaceAll('-', '')}`]),
  ...['USD', 'JPY', 'EUR', 'GBP'].flatMap((family) =>
    currenciesOf(family)
      .slice(1)
      .flatMap((coin) => ['coin', 'unit', 'code'].map((name) => [`${name}=${coin}`, coin.toLowerCase()])),
  ),
];

const anyOf = (signs: string): RegExp => new RegExp(`[${signs}]`);

/** Reads the classes of words and the rules over them, in order. */
export function readRules(words: string, table: string): { lexicon: Lexicon; rules: Rule[] } {
  const rows = rowsOf(table);
  const literals = rows.flatMap((row) => literalsOf(row[0] === 'let' ? row[2] : row[1]));
  const lexicon = readLexicon(
    [...knownNames, ...rowsOf(words), ...literals.map((word) => [literalClass(word), word])],
    [...Object.values(unlisted), ...foldedClasses],
  );
  const named = new Map<string, string>();
  const rules: Rule[] = [];
  for (const [effect = '', first = '', second = '', example = '', expected = ''] of rows) {
    if (effect === 'let') {
      named.set(first, second);
      continue;
    }
    const { expression, needs } = compilePattern(first, lexicon, named);
    const conditions = second.split(' ').filter((name) => name !== '');
    const wanted = conditions.filter((name) => name.startsWith('+')).map((name) => name.slice(1));
    const others = conditions.filter((name) => !name.startsWith('+')).map(lexicon.signsOf);
    rules.push({
      effect,
      expression,
      needs: [...needs, ...wanted.map(lexicon.signsOf)].map(anyOf),
      unless: others.length > 0 ? anyOf(others.join('')) : undefined,
      example,
      expected,
    });
  }
  return { lexicon, rules };
}
