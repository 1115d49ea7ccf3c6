import { build } from './build.js';
import { install } from './install.js';
import { requireNode } from './requireNode.js';
import { CommandFailed } from './run.js';
import { stopWithNpm } from './stopWithNpm.js';
import { root } from './workspace.js';

const help = `Usage: npm start [-- options]

Installs and builds what is missing, then runs the whole directory in one process on this machine.

Options:
  --demo  load a small demo catalog
  --help  show this text

Data is kept in .data, or where DATA_DIR says. The address is 127.0.0.1:3000, or what HOST and PORT say.`;

requireNode();
if (process.argv.includes('--help')) {
  console.log(help);
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
