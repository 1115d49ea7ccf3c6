/** What a word stands for in each of its classes: `unit: 'USD 0.01'`. */
export type Meanings = ReadonlyMap<string, string>;

export interface Word {
  meanings: Meanings;
  /** One character for its set of classes, so that rules can be regular expressions over these characters. */
  sign: string;
  length: number;
}

export type Lexicon = ReturnType<typeof readLexicon>;

/** Whether a position is inside a word of Latin letters. */
const isInside = (text: string, at: number): boolean => /[a-z0-9]{2}/.test(text.slice(at - 1, at + 1));

/** Returns what has a name in the data. */
export function lookUp(name: string, all: ReadonlyMap<string, string>): string {
  const found = all.get(name);
  if (found === undefined) throw new Error(`The constraints have no ${name}.`);
  return found;
}

/**
 * Reads rows of a class and its words, separated by ", ". `class=value` states what the words stand for, and `@class`
 * among the words includes the words of another class. The words of `made` are sets of classes of tokens that rules
 * make, and `form=classes` has a regular expression.
 */
export function readLexicon(rows: readonly (readonly string[])[]) {
  const signs = new Map<string, string>();
  const signsOfClass = new Map<string, string>();
  const signOf = (classes: string): string => {
    const known = signs.get(classes);
    if (known !== undefined) return known;
    const sign = String.fromCharCode(0xe000 + signs.size);
    signs.set(classes, sign);
    for (const name of classes.split(' ')) signsOfClass.set(name, (signsOfClass.get(name) ?? '') + sign);
    return sign;
  };
  /** Returns the signs of every set of classes that contains this class. */
  const signsOf = (name: string): string => lookUp(name, signsOfClass);

  const meanings = new Map<string, Map<string, string>>();
  const wordsOf = new Map<string, string[]>();
  const forms: { pattern: RegExp; sign: string }[] = [];
  for (const [head = '', list = ''] of rows) {
    const [name = '', value = ''] = head.split('=');
    const words = list.split(', ').flatMap((word) => (/^@./.test(word) ? (wordsOf.get(word.slice(1)) ?? []) : word));
    wordsOf.set(name, [...(wordsOf.get(name) ?? []), ...words]);
    if (name === 'form') forms.push({ pattern: new RegExp(list, 'y'), sign: signOf(value) });
    else if (name === 'made') words.forEach(signOf);
    else for (const word of words) meanings.set(word, (meanings.get(word) ?? new Map()).set(name, value));
  }

  // Every beginning of a word, with the word if it is one.
  const beginnings = new Map<string, Word | undefined>();
  for (const [word, own] of meanings) {
    for (let end = 1; end < word.length; end += 1)
      beginnings.set(word.slice(0, end), beginnings.get(word.slice(0, end)));
    beginnings.set(word, { meanings: own, sign: signOf([...own.keys()].sort().join(' ')), length: word.length });
  }
  /** Returns the longest word that starts at a position of a lower-case text. */
  const longest = (text: string, at: number): Word | undefined => {
    let found: Word | undefined;
    let beginning = text[at] ?? '';
    for (let end = at + 1; beginnings.has(beginning); end += 1) {
      const word = beginnings.get(beginning);
      if (word && !isInside(text, end)) found = word;
      // "low-cost" matches "low cost".
      beginning += text[end] === '-' ? ' ' : (text[end] ?? '\n');
    }
    return found;
  };
  return { longest, forms, signOf, signsOf };
}
