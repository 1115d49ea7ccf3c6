/** A term under which a text is indexed. */
export interface DocumentTerm {
  readonly term: string;
  /** How often it occurs in the text. Pieces of compounds and translations count as less than one occurrence. */
  readonly count: number;
}

/** A word found in a text, in either script, as long as the dictionary allows. */
export interface FoundWord {
  /** The dictionary form, folded. */
  readonly word: string;
  /** As written, folded. */
  readonly surface: string;
  readonly kind: 'noun' | 'verb' | 'adjective' | 'suffix' | 'other' | 'ascii';
  /** The pieces of a compound, in dictionary form; empty for a simple word. */
  readonly parts: readonly string[];
}

/** A word with everything that depends on it alone. Texts share it, so it is immutable. */
export interface TextWord extends FoundWord {
  /** The most likely English translation of a Japanese word, or an English word itself, or its pieces. */
  readonly english: readonly string[];
  /** What it adds to the terms under which a text is indexed. */
  readonly terms: readonly DocumentTerm[];
}
