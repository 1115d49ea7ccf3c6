import { createHash } from 'node:crypto';
import { pluralize } from '@shirube/domain';

interface Ending {
  count: number;
  sha256: string;
}

/** Verifies that the lines of a full export are complete and unchanged. */
interface ExportSeal {
  add(line: string): void;
  /** Compares the lines with the last line of the export. Returns the fault; undefined if there is none. */
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
      if (!isEnding(ending)) return 'is missing: the export is truncated';
      if (ending.count !== count)
        return `says ${pluralize(ending.count, 'service')}, but ${count} ${count === 1 ? 'is' : 'are'} above it`;
      const isIntact = digest.digest('hex') === ending.sha256;
      return isIntact ? undefined : 'does not have the SHA-256 of the lines above it: they have been changed';
    },
  };
}
