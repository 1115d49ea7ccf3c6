import { createHash } from 'node:crypto';

interface Ending {
  count: number;
  sha256: string;
}

/** Tells whether the lines of a full export are all there, and as they were written. */
export interface ExportSeal {
  add(line: string): void;
  /** What is wrong with the lines, beside what the last one says of them; undefined when nothing is. */
  fault(ending: unknown): string | undefined;
}

const isEnding = (value: unknown): value is Ending =>
  typeof value === 'object' && value !== null && 'count' in value && 'sha256' in value;

export function createExportSeal(): ExportSeal {
  const digest = createHash('sha256');
  let count = 0;
  return {
    add(line) {
      digest.update(`${line}\n`);
      count += 1;
    },
    fault(ending) {
      if (!isEnding(ending)) return 'is missing: the export was cut short';
      if (ending.count !== count) return `tells of ${ending.count} services, and there are ${count} above it`;
      const isWhole = digest.digest('hex') === ending.sha256;
      return isWhole ? undefined : 'has another SHA-256 than the lines above it: they have been changed';
    },
  };
}
