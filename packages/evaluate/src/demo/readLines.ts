import { readFileSync } from 'node:fs';

/** Returns the parsed lines of a file of the demo catalog. */
export function readLines(name: string): unknown[] {
  const text = readFileSync(new URL(`../../data/demo/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
