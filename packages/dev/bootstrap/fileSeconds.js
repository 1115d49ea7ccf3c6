import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.js';

const file = join(root, '.data/test-seconds.json');

/**
 * The seconds that each test file took when it last ran here.
 * @returns {Record<string, number>}
 */
export function readSeconds() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Keeps the seconds of the files that have just run, beside those of the others.
 * @param {ReadonlyMap<string, number>} seconds
 */
export function keepSeconds(seconds) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readSeconds(), ...Object.fromEntries(seconds) }, undefined, 2)}\n`);
}

/**
 * Sorts files so that the longest comes first, since a long one at the end would run alone. Files that never ran here
 * come before the others, those with the most text first.
 * @param {readonly string[]} files
 * @param {Record<string, number>} seconds
 */
export function longestFirst(files, seconds) {
  const weights = new Map(files.map((file) => [file, seconds[file] ?? 1e6 + textLength(file)]));
  return files.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

/**
 * The length of a test file and of the files of its folder that it imports.
 * @param {string} name
 * @returns {number}
 */
function textLength(name) {
  const text = readFileSync(join(root, name), 'utf8');
  const imported = [...text.matchAll(/ from '(\.\/.*)\.js';$/gm)].map(([, path]) => join(dirname(name), `${path}.ts`));
  return imported.reduce((total, each) => total + textLength(each), text.length);
}
