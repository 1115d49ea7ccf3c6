import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
 * come before the others, the largest first.
 * @param {readonly string[]} files
 * @param {Record<string, number>} seconds
 */
export function longestFirst(files, seconds) {
  const size = (/** @type {string} */ name) => statSync(join(root, name)).size;
  const weight = (/** @type {string} */ name) => seconds[name] ?? 1e6 + size(name);
  return files.toSorted((a, b) => weight(b) - weight(a));
}
