import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

const row = /^\| `([A-Z_]+)` *\| *(?:`(.*?)`)? *\| (.*?) *\|$/gm;

/**
 * Every setting with its description, a line each. They are read from the README, since the schema that describes them
 * cannot be loaded before anything is installed; a test holds the two together.
 */
export function settingsHelp() {
  const rows = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(row)];
  const width = Math.max(...rows.map(([, name = '']) => name.length));
  return rows
    .map(([, name = '', value, description]) => {
      const standard = value === undefined ? '' : ` Default: ${value}.`;
      return `  ${name.padEnd(width)}  ${description}${standard}`;
    })
    .join('\n');
}
