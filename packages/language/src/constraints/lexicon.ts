/** What a word stands for in each of its classes: `unit: 'USD 0.01'`. */
export type Meanings = ReadonlyMap<string, string>;

export interface Word {
  meanings: Meanings;
  /** One character for its set of classes, so that rules can be regular expressions over these characters. */
  sign: string;
  length: number;
}

/** The words of all classes. */
export interface Lexicon {
  /** Returns the longest word that starts at a position of a lower-case text. */
  longest(text: string, at: number): Word | undefined;
  signOf(classes: string): string;
  /** Returns the signs of every set of classes that contains this class. */
  signsOf(name: string): string;
}

interface Node {
  next: Map<number, Node>;
  word?: Word;
}

/**
 * Reads rows of a class and its words, separated by ", ". `class=value` states what the words stand for, and `@class`
 * among the words includes the words of another class. `made` contains sets of classes, joined by spaces, for tokens
 * that are not words of a row.
 */
export function readLexicon(rows: readonly (readonly string[])[], made: readonly string[]): Lexicon {
  const meanings = new Map<string, Map<string, string>>();
  const wordsOf = new Map<string, string[]>();
  for (const [head = '', list = ''] of rows) {
    const [name = '', value = ''] = head.split('=');
    const words = list.split(', ').flatMap((word) => (/^@./.test(word) ? (wordsOf.get(word.slice(1)) ?? []) : word));
    wordsOf.set(name, [...(wordsOf.get(name) ?? []), ...words]);
    for (const word of words) meanings.set(word, (meanings.get(word) ?? new Map()).set(name, value));
  }

  const signs = new Map<string, string>();
  const signsOf = new Map<string, string>();
  const signOf = (classes: string): string => {
    const known = signs.get(classes);
    if (known !== undefined) return known;
    const sign = String.fromCharCode(0xe000 + signs.size);
    signs.set(classes, sign);
    for (const name of classes.split(' ')) signsOf.set(name, (signsOf.get(name) ?? '') + sign);
    return sign;
  };
  for (const classes of made) signOf(classes);

  const root: Node = { next: new Map() };
  for (const [word, own] of meanings) {
    let node = root;
    for (let i = 0; i < word.length; i += 1) {
      const next = node.next.get(word.charCodeAt(i)) ?? { next: new Map() };
      node.next.set(word.charCodeAt(i), next);
      node = next;
    }
    node.word = { meanings: own, sign: signOf([...own.keys()].sort().join(' ')), length: word.length };
  }
  return {
    signOf,
    signsOf: (name) => {
      const found = signsOf.get(name);
      if (found === undefined) throw new Error(`The constraints have no class ${name}.`);
      return found;
    },
    longest: (text, at) => {
      let word: Word | undefined;
      let node: Node | undefined = root;
      for (let end = at; end < text.length && node; ) {
        const code = text.charCodeAt(end);
        // "low-cost" matches "low cost".
        node = node.next.get(code === 45 && end > at ? 32 : code);
        end += 1;
        if (node?.word && !isInside(text, end)) word = node.word;
      }
      return word;
    },
  };
}

const isLetter = (code: number): boolean => (code > 96 && code < 123) || (code > 47 && code < 58);

/** Whether a position is inside a word of Latin letters. */
const isInside = (text: string, at: number): boolean =>
  isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at));
