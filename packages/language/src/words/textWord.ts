/** A term under which a text is indexed. */
export interface DocumentTerm {
  readonly term: string;
  /** How often it stands in the text; pieces of compounds and translations count for less than a whole time. */
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

/** A word with what follows from it alone. Texts share it, so it never changes. */
export interface TextWord extends FoundWord {
  /** A Japanese word as it is likeliest rendered in English, an English one as it is, or its pieces. */
  readonly english: readonly string[];
  /** What it adds to the terms under which a text is indexed. */
  readonly terms: readonly DocumentTerm[];
}
