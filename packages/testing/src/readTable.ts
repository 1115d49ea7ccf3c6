import { readFileSync } from 'node:fs';

/** Returns the rows of a table of tab-separated values, without the header line. */
export const readTable = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
