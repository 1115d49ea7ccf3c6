import type { Lexicon } from './lexicon.js';

/** A pattern over classes of words, as a regular expression over signs. */
export interface Pattern {
  expression: RegExp;
  /** Sets of signs. The pattern can match only if one sign of each set occurs. */
  needs: readonly string[];
}

interface Part {
  source: string;
  needs: readonly string[];
}

const pieces = /"[^"]+"|[@!]?[a-z][a-z0-9-]*|[^\x20-\x7e\s]+|\(\?<?[=!]|\{\d+,?\d*\}\??|[*+?]\??|[()[\]|^$.]/gu;
const quantifier = /^[*+?{]/;

/** Returns the word if a piece of a pattern is one: in quotation marks, or not in Latin letters. */
const literal = (piece: string): string | undefined =>
  piece.startsWith('"') ? piece.slice(1, -1) : /^[^\x20-\x7e]/.test(piece) ? piece : undefined;

/** Returns the words in a pattern, each of which forms its own class. */
export const literalsOf = (pattern = ''): string[] =>
  (pattern.match(pieces) ?? []).flatMap((piece) => literal(piece) ?? []);

export const literalClass = (word: string): string => `"${word.replaceAll(' ', '_')}"`;

/**
 * Compiles a pattern. It consists of names of classes, words, `!class` for anything outside of a class, `@name` for a
 * named pattern, and the operators of regular expressions. Square brackets mark what is meant.
 */
export function compilePattern(pattern: string, lexicon: Lexicon, named: ReadonlyMap<string, string>): Pattern {
  let captures = 0;
  const alternatives = (rest: string[]): Part => {
    const parts = [sequence(rest)];
    while (rest[0] === '|') {
      rest.shift();
      parts.push(sequence(rest));
    }
    const least = parts.map(({ needs }) => needs.toSorted((a, b) => a.length - b.length)[0]);
    const needs = least.includes(undefined) ? [] : [[...new Set(least.join(''))].join('')];
    return {
      source: parts.map(({ source }) => source).join('|'),
      needs: parts.length > 1 ? needs : (parts[0]?.needs ?? []),
    };
  };
  const sequence = (rest: string[]): Part => {
    const parts: Part[] = [];
    while (rest.length > 0 && rest[0] !== '|' && rest[0] !== ')' && rest[0] !== ']') {
      const part = atom(rest.shift() ?? '', rest);
      const many = quantifier.test(rest[0] ?? '') ? (rest.shift() ?? '') : '';
      const isNeeded = many === '' || /^(?:\+|\{[1-9])/.test(many);
      parts.push({ source: part.source + many, needs: isNeeded ? part.needs : [] });
    }
    return { source: parts.map(({ source }) => source).join(''), needs: parts.flatMap(({ needs }) => needs) };
  };
  const group = (open: string, rest: string[]): Part => {
    const { source, needs } = alternatives(rest);
    rest.shift();
    return { source: `${open}${source})`, needs: open.endsWith('!') ? [] : needs };
  };
  const atom = (piece: string, rest: string[]): Part => {
    if (piece === '^' || piece === '$') return { source: piece, needs: [] };
    if (piece === '.') return { source: '[^]', needs: [] };
    if (piece === '(') return group('(?:', rest);
    if (piece === '[') {
      captures += 1;
      return group(`(?<what${captures}>`, rest);
    }
    if (piece.startsWith('(')) return group(piece, rest);
    if (piece.startsWith('@')) return group('(?:', [...piecesOf(named.get(piece.slice(1)), piece), ')']);
    const word = literal(piece);
    const signs = lexicon.signsOf(word === undefined ? piece.replace('!', '') : literalClass(word));
    return piece.startsWith('!') ? { source: `[^${signs}]`, needs: [] } : { source: `[${signs}]`, needs: [signs] };
  };
  const { source, needs } = alternatives(piecesOf(pattern, pattern));
  return { expression: new RegExp(source, captures > 0 ? 'dg' : 'g'), needs };
}

function piecesOf(pattern: string | undefined, name: string): string[] {
  if (pattern === undefined) throw new Error(`The constraints have no pattern ${name}.`);
  return pattern.match(pieces) ?? [];
}
