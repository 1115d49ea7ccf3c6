import type { Constraints } from '../constraints/constrainedText.js';
import type { WeightedWord } from '../data/wordTable.js';
import type { QueryLanguage } from '../words/script.js';

/** How an alternative was derived from the query's word. */
export type AlternativeSource = 'as-is' | 'stem' | 'part' | 'translation' | 'synonym' | 'neighbour' | 'kind' | 'task';

/** A term that a document may hold instead of the query's word. */
export interface Alternative {
  /** The form under which documents are indexed: an English stem or a Japanese word. */
  term: string;
  /** A readable form of it, for reasons. */
  surface: string;
  /** How well it represents the word, 0–1. */
  weight: number;
  source: AlternativeSource;
  /** What the query's word is by its form (a wallet address), in the query's language, if the form led to this term. */
  kind?: string;
  /** Whether it is a task that has an opposite. */
  hasOpposite?: boolean;
}

/** One thing that the query asks for. A document counts it once, by its best alternative. */
export interface Group {
  /** Its token. A token whose translation has two words has two groups. */
  token: string;
  /** How much it says about what is wanted, 0–1. */
  weight: number;
  /** Whether it says little in any query (明日, 取得, "data"). Its weight is already lowered. */
  generic: boolean;
  /**
   * Whether the query says that this is not wanted (登録不要, "without a password"). Its weight is already lowered, to 0 if
   * it is refused.
   */
  negated: boolean;
  alternatives: Alternative[];
}

export interface QueryAnalysis {
  language: QueryLanguage;
  /** The text in which names are looked up: without constraints, and without what is not required or not applied. */
  naming: string;
  /** The text without constraints and URLs, with its misspelt words corrected. */
  wanted: string;
  /** In query order, normalised, without particles and filler, verbs in dictionary form. */
  tokens: string[];
  groups: Group[];
  constraints: Constraints;
  /** What the query refuses ("not crypto", 暗号資産以外), each as tokens. Their groups have no weight. */
  refused: string[][];
  /** The addresses that it refuses, as written. */
  refusedAddresses: string[];
  /** What it may refuse, in the same form. Services that hold it come later. */
  doubted: string[][];
  /** What is not required, as written. */
  unneeded: string[];
  /** What sounds like a constraint but is not applied as one, as written; with all that is doubted or not required. */
  notUnderstood: string[];
  /** The English words whose vectors add up to the query's vector. */
  vectorWords: WeightedWord[];
}
