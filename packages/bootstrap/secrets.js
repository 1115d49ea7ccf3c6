import { join } from 'node:path';
import { writeSecrets } from './envFile.js';
import { requireNode } from './requireNode.js';
import { root } from './workspace.js';

const help = `Usage: npm run secrets

Makes .env with random secrets for docker compose, readable for its owner only. An .env that exists is left alone.`;

requireNode();
if (process.argv.includes('--help')) {
  console.log(help);
} else if (writeSecrets(join(root, '.env'))) {
  console.log(
    'The secrets are in .env, which git ignores. The admin key of the API is BOOTSTRAP_API_KEY there.',
  );
} else {
  console.log('There is an .env already; it stays as it is.');
}
