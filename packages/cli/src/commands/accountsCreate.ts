import { createAccount } from '@shirube/catalog';
import { UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { describeAccount } from './accountsSet.js';

export const command = defineCommand({
  options: {
    name: { type: 'string', value: 'NAME', summary: 'who it is' },
    contact: { type: 'string', value: 'TEXT', summary: 'how to reach them, such as an address' },
  },
  notes: `What a key registers belongs to its account, and can be changed with any key of it. Issue keys with
${program} keys create --account ID.`,
  examples: ['shirube accounts create --name "Weather team" --contact team@weather.example'],
  async run({ values }) {
    if (values.name === undefined) throw new UsageError('--name is missing: who the account is.');
    const name = readLabel('--name', values.name);
    const contact = values.contact === undefined ? undefined : readLabel('--contact', values.contact);
    const account = await withCatalog({ create: true }, ({ database }) =>
      createAccount(database, { name, contact }),
    );
    return { data: account, text: describeAccount(account) };
  },
});
