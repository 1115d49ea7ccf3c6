/** What a word stands for in each class that it belongs to: `unit: 'USD 0.01'`. */
export type Meanings = ReadonlyMap<string, string>;

export interface Word {
  meanings: Meanings;
  /** One character for all its classes, so that rules are regular expressions over these. */
  sign: string;
  length: number;
}

/** The words of all classes. */
export interface Lexicon {
  /** The longest word that starts at a place of a lower-case text. */
  longest(text: string, at: number): Word | undefined;
  signOf(classes: string): string;
  /** The signs of every set of classes that holds this one. */
  signsOf(name: string): string;
}

interface Node {
  next: Map<number, Node>;
  word?: Word;
}

/**
 * Reads rows of class and words, separated by ", ". `class=value` says what the words stand for, and `@class` among them
 * takes in the words of another class. `made` are sets of classes, joined by spaces, of tokens that are no words of a row.
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
        // "low-cost" is "low cost".
        node = node.next.get(code === 45 && end > at ? 32 : code);
        end += 1;
        if (node?.word && !isInside(text, end)) word = node.word;
      }
      return word;
    },
  };
}

const isLetter = (code: number): boolean => (code > 96 && code < 123) || (code > 47 && code < 58);

/** Whether a place lies inside of a word of Latin letters. */
const isInside = (text: string, at: number): boolean =>
  isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at));
