import { join } from 'node:path';
import { writeSecrets } from './envFile.js';
import { requireNode } from './requireNode.js';
import { root } from './workspace.js';

const help = `Usage: npm run secrets

Creates .env with random secrets for docker compose, readable only by its owner. If .env exists, only missing secrets are
added to it.`;

requireNode();
if (process.argv.includes('--help')) {
  console.log(help);
} else {
  const written = writeSecrets(join(root, '.env'));
  console.log(
    written.length === 0
      ? '.env already has all secrets: nothing was changed.'
      : `.env, which git ignores, has new secrets: ${written.join(', ')}.`,
  );
}
