import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

const row = /^\| `([A-Z_]+)` *\| *(?:`(.*?)`)? *\| (.*?) *\|$/gm;

/**
 * Returns every setting with its description, one per line. They are read from the documentation, because the
 * schema of the settings cannot be loaded before anything is installed. A test keeps the two in sync.
 */
export function settingsHelp() {
  const rows = [...readFileSync(join(root, 'docs/configuration.md'), 'utf8').matchAll(row)];
  const width = Math.max(...rows.map(([, name = '']) => name.length));
  return rows
    .map(([, name = '', value, description]) => {
      const standard = value === undefined ? '' : ` Default: ${value}.`;
      return `  ${name.padEnd(width)}  ${description}${standard}`;
    })
    .join('\n');
}
