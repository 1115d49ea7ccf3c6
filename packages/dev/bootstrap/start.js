import { prepare } from './prepare.js';
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

if (process.argv.includes('--help')) {
  console.log(help());
  process.exit();
}
process.chdir(root);
await prepare();
stopWithNpm();
// In the same process, so that signals reach it directly.
await import(new URL('../../../services/standalone/dist/server.js', import.meta.url).href);
