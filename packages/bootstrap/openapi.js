import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.js';
import { requireNode } from './requireNode.js';
import { CommandFailed, run } from './run.js';
import { root } from './workspace.js';

const help = `Usage: npm run openapi

Writes docs/openapi.json from the contracts. The build generates the types of the client from it.`;

requireNode();
if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
try {
  await install();
  // Only the contracts: the rest may not compile until this document is up to date.
  await run('Building the contracts', 'node_modules/.bin/tsc', ['-b', 'packages/contracts']);
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  console.error(`${error.message}.`);
  process.exit(1);
}
const { openApiDocument } = await import('../contracts/dist/index.js');
writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
