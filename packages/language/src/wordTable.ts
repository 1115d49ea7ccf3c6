/** A word of the table and how near it lies to the one asked for. */
export interface Neighbour {
  word: string;
  /** The stem under which the word is indexed. */
  term: string;
  cosine: number;
}

/** An English word and how much of a text it makes up. */
export interface WeightedWord {
  word: string;
  weight: number;
}
