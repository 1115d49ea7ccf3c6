import { build } from './build.js';
import { install } from './install.js';
import { requireNode } from './requireNode.js';
import { CommandFailed } from './run.js';

/** Installs and builds what is missing. If that fails, the process exits with a message. */
export async function prepare() {
  requireNode();
  try {
    await install();
    await build();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`Shirube did not start: ${error.message}.`);
    process.exit(1);
  }
}
