import { type Static, Type } from '@sinclair/typebox';

/** One error in an input: its path, and what was expected there. */
export const Fault = Type.Object({ path: Type.String(), message: Type.String() });
export type Fault = Static<typeof Fault>;

/** The faults of an input. Their number is limited, because nobody reads the hundredth fault. */
export interface Faults {
  /** The first faults, one for each path. */
  faults: Fault[];
  /** The number of further faults. */
  more?: number;
  /** Sentences that several faults would otherwise repeat, such as the list of known names. */
  hints?: string[];
}

const mostFaults = 20;
const longestPath = 100;

const shortened = (path: string): string =>
  path.length > longestPath ? `${path.slice(0, longestPath).toWellFormed()}…` : path;

/** Collects the faults of one input. */
export interface FaultList {
  /** Adds a fault, unless the path already has one. Returns true if it is among the faults that are listed. */
  add(path: string, message: string): boolean;
  hint(sentence: string): void;
  /** Returns all faults, or undefined if there are none. */
  found(): Faults | undefined;
}

export function createFaultList(): FaultList {
  const paths = new Set<string>();
  const faults: Fault[] = [];
  const hints = new Set<string>();
  return {
    add(path, message) {
      if (paths.has(path)) return false;
      paths.add(path);
      if (faults.length === mostFaults) return false;
      faults.push({ path: shortened(path), message });
      return true;
    },
    hint: (sentence) => void hints.add(sentence),
    found() {
      const more = paths.size - faults.length;
      if (paths.size === 0) return undefined;
      return { faults, ...(more > 0 ? { more } : {}), ...(hints.size > 0 ? { hints: [...hints] } : {}) };
    },
  };
}

/** Returns the faults as sentences for people. */
export function faultSentences({ faults, more, hints = [] }: Faults): string[] {
  return [
    ...faults.map(({ path, message }) => `${path || 'The input'} ${message}.`),
    ...(more ? [`There ${more === 1 ? 'is 1 more fault' : `are ${more} more faults`}.`] : []),
    ...hints,
  ];
}
