import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.js';
import { root } from './workspace.js';

const row = /^\| `([A-Z_]+)` *\| *(?:`(.*?)`)? *\| (.*?) *\|$/gm;

const help = () => `Usage: npm start [-- options]

Installs and builds what is missing, then runs the whole directory in one process on this machine.

Options:
  --demo  load a small demo catalog in Japanese and English (once)
  --help  show this text

Settings, as environment variables:
${settingsHelp()}`;

if (process.argv.includes('--help')) {
  console.log(help());
  process.exit();
}
process.chdir(root);
await prepare();
stopWithNpm();
// In the same process, so that signals reach it directly.
await import(new URL('../../../services/standalone/dist/server.js', import.meta.url).href);

/**
 * Returns every setting with its description, one per line. They are read from the documentation, because the
 * schema of the settings cannot be loaded before anything is installed. A test keeps the two in sync.
 */
function settingsHelp() {
  const rows = [...readFileSync(join(root, 'docs/configuration.md'), 'utf8').matchAll(row)];
  const width = Math.max(...rows.map(([, name = '']) => name.length));
  return rows
    .map(([, name = '', value, description]) => {
      const standard = value === undefined ? '' : ` Default: ${value}.`;
      return `  ${name.padEnd(width)}  ${description}${standard}`;
    })
    .join('\n');
}

/** Shuts this process down gracefully if the npm that started it is killed, so that it does not keep running unseen. */
function stopWithNpm() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
