import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayRoutes } from './gatewayRoutes.js';
import { install } from './install.js';
import { requireNode } from './requireNode.js';
import { routeTables } from './routeTables.js';
import { CommandFailed, run } from './run.js';
import { root } from './workspace.js';
import { writeSection } from './writeSection.js';

const help = `Usage: npm run openapi

Writes docs/openapi.json, the tables of docs/api.md and the paths of the gateway from the contracts. The build generates
the types of the client from the first.`;

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
const { openApiDocument } = await import('../../contracts/dist/index.js');
const document = openApiDocument();
writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
writeSection('docs/api.md', 'Routes', routeTables(document));
const gateway = join(root, 'services/gateway/nginx.conf.template');
writeFileSync(gateway, gatewayRoutes(readFileSync(gateway, 'utf8'), document));
