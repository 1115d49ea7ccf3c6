import { join } from 'node:path';
import { writeSecrets } from './envFile.js';
import { requireNode } from './requireNode.js';
import { root } from './workspace.js';

const help = `Usage: npm run secrets

Makes .env with random secrets for docker compose, readable for its owner only. Of an .env that exists everything stays
as it is, and what it lacks is added.`;

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
