import { openTable, runningSums } from './openTable.js';

/** The words that a character can form if the dictionary lacks them. */
export interface Category {
  /** Whether they are considered beside known words, too, and not only if no known word begins there. */
  always: boolean;
  /** Whether a word spans a whole run of such characters, and not a single one. */
  group: boolean;
  /** The context and the cost of each word. */
  words: [context: number, cost: number][];
}

/** The morphological dictionary, a trie. The length of a word is that of the path to its node. */
export interface Morphemes {
  /** Returns the child of a node for a character, or 0 if there is none. The root is 0. */
  child(node: number, character: number): number;
  /** The first entry of each node. Its entries end where those of the next node begin. */
  firstEntries: Uint32Array;
  /** For each entry: its grammatical context, its cost (how unlikely it is), and its form. */
  entryContexts: Uint16Array;
  entryCosts: Int16Array;
  entryForms: Uint8Array;
  /** How unlikely it is that a word of one context follows one of another: at `context * contexts + context before`. */
  transitions: Int16Array;
  contexts: number;
  /** Part of speech and its detail, by context. */
  kinds: [kind: string, detail: string][];
  /** How the dictionary form is made: the number of characters to cut off, and the ending to append. */
  forms: [cut: number, end: string][];
  category(character: number): Category;
}

/**
 * Reads the dictionary in place from its file format. A header of six 32-bit numbers (magic, version, contexts, nodes,
 * entries, bytes of the text) is followed in 16-bit numbers by: the transitions; the character and the number of
 * children of each node, in breadth-first order, children sorted by their characters; context and cost of each entry;
 * in bytes the entries of each node and the form of each entry; and the small data as JSON.
 */
export function readMorphemes(file: Buffer): Morphemes {
  const { header, take, bytes } = openTable(file, 'SHMO', 4);
  const [contexts = 0, nodes = 0, entries = 0, text = 0] = header;
  const transitions = take(Int16Array, contexts * contexts);
  const characters = take(Uint16Array, nodes);
  const firstChildren = runningSums(take(Uint16Array, nodes), 1);
  const entryContexts = take(Uint16Array, entries);
  const entryCosts = take(Int16Array, entries);
  const firstEntries = runningSums(take(Uint8Array, nodes));
  const entryForms = take(Uint8Array, entries);
  const small: {
    kinds: Morphemes['kinds'];
    forms: Morphemes['forms'];
    characters: number[][];
    categories: Category[];
  } = JSON.parse(bytes(text).toString('utf8'));
  const categories = new Uint8Array(0x10000);
  for (const [start, category] of small.characters) categories.fill(category as number, start);

  return {
    child: (node, character) => {
      let low = firstChildren[node] as number;
      let high = firstChildren[node + 1] as number;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const found = characters[middle] as number;
        if (found === character) return middle;
        if (found < character) low = middle + 1;
        else high = middle;
      }
      return 0;
    },
    firstEntries,
    entryContexts,
    entryCosts,
    entryForms,
    transitions,
    contexts,
    kinds: small.kinds,
    forms: small.forms,
    category: (character) => small.categories[categories[character] as number] as Category,
  };
}
