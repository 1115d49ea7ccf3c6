import { createAccount } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { describeAccount } from './accountsSet.js';

export const command = defineCommand({
  path: 'accounts create',
  summary: 'make an account, whose keys share what they register',
  notes: `What a key registers belongs to its account, and can be changed with any key of it. Issue keys with
${program} keys create --account ID.`,
  examples: ['shirube accounts create --name "Weather team" --contact team@weather.example'],
  form: (command) =>
    command
      .requiredOption('--name <NAME>', 'who it is', readLabel)
      .option('--contact <TEXT>', 'how to reach them, such as an address', readLabel),
  async run({ name, contact }) {
    const account = await withCatalog({ create: true }, ({ database }) => createAccount(database, { name, contact }));
    return { data: account, text: describeAccount(account) };
  },
});
