import { readFileSync } from 'node:fs';

/** The rows of a table of tab-separated values, without its first line, which names the columns. */
export const readTable = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
