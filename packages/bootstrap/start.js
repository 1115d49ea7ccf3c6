import { build } from './build.js';
import { install } from './install.js';
import { requireNode } from './requireNode.js';
import { CommandFailed } from './run.js';
import { settingsHelp } from './settingsHelp.js';
import { stopWithNpm } from './stopWithNpm.js';
import { root } from './workspace.js';

const help = () => `Usage: npm start [-- options]

Installs and builds what is missing, then runs the whole directory in one process on this machine.

Options:
  --demo  load a small demo catalog in Japanese and English (once)
  --help  show this text

Settings, as environment variables:
${settingsHelp()}`;

requireNode();
if (process.argv.includes('--help')) {
  console.log(help());
  process.exit();
}
try {
  process.chdir(root);
  await install();
  await build();
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  console.error(`Shirube did not start: ${error.message}.`);
  process.exit(1);
}
stopWithNpm();
// In this very process, so that signals reach it without a detour.
await import(new URL('../../services/standalone/dist/server.js', import.meta.url).href);
