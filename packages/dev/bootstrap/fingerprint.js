import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.js';

/**
 * Runs the work unless it has been done for the same input and its result is still present. The fingerprint of the
 * input is stored in node_modules.
 * @param {string} name
 * @param {{ input: string[], present: boolean }} state
 * @param {() => Promise<void>} work
 */
export async function unlessDone(name, { input, present }, work) {
  const file = join(root, 'node_modules/.shirube', name);
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  if (present && recorded(file) === fingerprint) return;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fingerprint);
}

/** @param {string} file */
function recorded(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
