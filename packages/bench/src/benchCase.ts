import type { Registration } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import type { FilledDirectory } from './filledDirectory.js';
import type { LoadGenerator } from './load/loadGenerator.js';
import type { Parts } from './processes/parts.js';

/** The context that all cases share. */
export interface Bench {
  parts: Parts;
  load: LoadGenerator;
  language: Language;
  catalog: readonly Registration[];
  /** Returns the directory that holds the whole catalog. The first call starts it. */
  directory(): Promise<FilledDirectory>;
  /** Duration of one measurement. */
  seconds: number;
  /** Rounds of a case that does not set its own number. */
  rounds: number;
  /** Duration of the overload. */
  overloadSeconds: number;
  say(text: string): void;
}

/** Two ways to do the same thing, measured alternately. Results are per second, and higher is better. */
export interface PreparedCase {
  ours(): Promise<number>;
  baseline(): Promise<number>;
  /** Rounds, if the default number would take too long. */
  rounds?: number;
  /** Further conditions beside the ratio. Called after the last round. */
  also?(): Condition[];
  close?(): Promise<void>;
}

export interface Condition {
  holds: boolean;
  text: string;
}

export interface BenchCase<Context = Bench> {
  name: string;
  title: string;
  /** The file that contains the baseline. */
  baseline: string;
  atLeast: number;
  /** A program that the case needs. Without it the case is skipped. */
  needs?: string;
  prepare(bench: Context): Promise<PreparedCase>;
}

export interface CaseResult {
  name: string;
  title: string;
  baseline: string;
  /** Median over the rounds of our result divided by the baseline's. */
  ratio: number;
  atLeast: number;
  /** The lowest and the highest ratio of all rounds. */
  spread: [lowest: number, highest: number];
  /** Medians of the absolute results. */
  ours: number;
  theirs: number;
  conditions: Condition[];
  /** What failed during a round, and when. Such a round does not count. */
  disturbed: string[];
  /** Whether the result is good enough and the measurement was undisturbed. */
  holds: boolean;
}
