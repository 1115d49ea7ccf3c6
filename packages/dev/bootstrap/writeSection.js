import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

/**
 * Replaces the last section of a document, which is generated.
 * @param {string} document
 * @param {string} heading
 * @param {string} content
 */
export function writeSection(document, heading, content) {
  const file = join(root, document);
  const [before = ''] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`);
  writeFileSync(file, `${before}\n## ${heading}\n\n${content}`);
}
