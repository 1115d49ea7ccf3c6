import type { Registration } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import type { FilledDirectory } from './filledDirectory.js';
import type { LoadGenerator } from './load/loadGenerator.js';
import type { Parts } from './processes/parts.js';

/** What the cases share. */
export interface Bench {
  parts: Parts;
  load: LoadGenerator;
  language: Language;
  catalog: readonly Registration[];
  /** The directory with the whole catalog in it; the first case that asks starts it. */
  directory(): Promise<FilledDirectory>;
  /** Length of one measurement. */
  seconds: number;
  /** Rounds of a case, unless it has its own number. */
  rounds: number;
  /** Length of the overload. */
  overloadSeconds: number;
  say(text: string): void;
}

/** Two ways to the same end, measured in turn: figures per second, the more the better. */
export interface PreparedCase {
  ours(): Promise<number>;
  baseline(): Promise<number>;
  /** Rounds, where the usual number would take too long. */
  rounds?: number;
  /** What must hold beside the ratio; asked for after the last round. */
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
  /** The file with the baseline's code. */
  baseline: string;
  atLeast: number;
  /** A program without which the case is not measured. */
  needs?: string;
  prepare(bench: Context): Promise<PreparedCase>;
}

export interface CaseResult {
  name: string;
  title: string;
  baseline: string;
  /** Median over the rounds of ours by the baseline's. */
  ratio: number;
  atLeast: number;
  /** The lowest and the highest ratio of a round. */
  spread: [lowest: number, highest: number];
  /** Medians of the figures themselves. */
  ours: number;
  theirs: number;
  conditions: Condition[];
  /** What failed meanwhile, and when; such a round does not count. */
  disturbed: string[];
  /** Whether it is good enough, and was measured undisturbed. */
  holds: boolean;
}
