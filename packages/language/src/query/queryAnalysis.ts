import type { Constraints } from '../constraints/constraints.js';
import type { WeightedWord } from '../data/wordTable.js';
import type { QueryLanguage } from '../words/script.js';

/** How an alternative came from the query's word. */
export type AlternativeSource = 'as-is' | 'stem' | 'part' | 'translation' | 'synonym' | 'neighbour' | 'kind' | 'task';

/** A term that a document may hold in place of the query's word. */
export interface Alternative {
  /** The form under which documents are indexed: an English stem or a Japanese word. */
  term: string;
  /** A readable form of it, for reasons. */
  surface: string;
  /** How well it stands for the word, 0–1. */
  weight: number;
  source: AlternativeSource;
  /** What the query's word is by its form (a wallet address), in the query's language; it led to this term. */
  kind?: string;
}

/** One thing the query asks for: a document counts it once, by its best alternative. */
export interface Group {
  /** The token it belongs to; a token whose translation has two words has two groups. */
  token: string;
  /** How much it says about what is sought, 0–1. */
  weight: number;
  /** Whether it says little in any query (明日, 取得, "data"); its weight is lowered already. */
  generic: boolean;
  /** Whether the query says that this is not wanted (登録不要, "without a password"); its weight is lowered already, to 0 if it is refused. */
  negated: boolean;
  alternatives: Alternative[];
}

export interface QueryAnalysis {
  language: QueryLanguage;
  /** The text without what was read as a constraint. */
  wanted: string;
  /** In query order, normalised, without particles and filler, verbs in dictionary form. */
  tokens: string[];
  groups: Group[];
  constraints: Constraints;
  /** What the query refuses ("not crypto", 暗号資産以外), each as its tokens; their groups weigh nothing. */
  refused: string[][];
  /** What it may refuse, in the same form: services that hold it come later. */
  doubted: string[][];
  /** What sounds like a constraint and is none that can be applied, as it was written. */
  notUnderstood: string[];
  /** The English words that the query's vector is summed from. */
  vectorWords: WeightedWord[];
}
