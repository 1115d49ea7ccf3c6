import { assignServices } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { counted } from '../terminal/quantities.js';
import { plainText } from '../terminal/table.js';
import { requireService } from './servicesShow.js';

export const command = defineCommand({
  path: 'services assign',
  summary: 'hand services over to an account',
  notes: 'From then on the keys of that account may change and remove them, and those of the account before may not.',
  examples: [
    'shirube services assign 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --account "Weather team"',
    'shirube services assign 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --account operator',
  ],
  form: (command) =>
    command
      .argument('<ID...>', 'the ids of the services')
      .requiredOption('--account <ACCOUNT>', 'who gets them: the id or the name of an account'),
  async run(ids, { account: idOrName }) {
    return withCatalog({}, async ({ database }) => {
      const account = await requireAccount(database, idOrName);
      for (const id of ids) await requireService(database, id);
      const assigned = await assignServices(database, account.id, ids);
      return {
        data: { account: account.id, services: assigned },
        text: `${plainText(account.name)} (${account.id}) now has ${counted(assigned.length, 'service')} more.`,
      };
    });
  },
});
