import { type Static, Type } from '@sinclair/typebox';

/** One thing wrong with an input: where, and what was expected there. */
export const Fault = Type.Object({ path: Type.String(), message: Type.String() });
export type Fault = Static<typeof Fault>;

/** What is wrong with an input. However much that is, it takes little room: nobody reads the hundredth fault. */
export interface Faults {
  /** The first faults, one for each path. */
  faults: Fault[];
  /** How many there are beyond those. */
  more?: number;
  /** Sentences that several faults would repeat, such as which names are known. */
  hints?: string[];
}

const mostFaults = 20;
const longestPath = 100;

const shortened = (path: string): string =>
  path.length > longestPath ? `${path.slice(0, longestPath).toWellFormed()}…` : path;

/** Gathers the faults of one input. */
export interface FaultList {
  /** Adds a fault, unless there is one at that path already; true when it is one of those that are named. */
  add(path: string, message: string): boolean;
  hint(sentence: string): void;
  /** Everything that was added; undefined when nothing was. */
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

/** The faults as sentences for people. */
export function faultSentences({ faults, more, hints = [] }: Faults): string[] {
  return [
    ...faults.map(({ path, message }) => `${path || 'The input'} ${message}.`),
    ...(more ? [`There ${more === 1 ? 'is 1 more fault' : `are ${more} more faults`}.`] : []),
    ...hints,
  ];
}
