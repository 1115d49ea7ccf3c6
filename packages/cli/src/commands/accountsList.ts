import { listAccounts } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, moment } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

export const command = defineCommand({
  path: 'accounts list',
  summary: 'list the accounts with their keys and services',
  notes: 'The operator has what nobody else has registered, such as what was imported without an account.',
  examples: ['shirube accounts list', 'shirube accounts list --json'],
  async run() {
    const accounts = await withCatalog({}, ({ database }) => listAccounts(database));
    const rows = accounts.map(({ id, name, contact, liveKeys, services, createdAt }) => [
      id,
      name,
      contact ?? '',
      count(liveKeys),
      count(services),
      moment(createdAt, ''),
    ]);
    return {
      data: accounts,
      text: table(['ID', 'NAME', 'CONTACT', 'LIVE KEYS', 'SERVICES', 'CREATED'], rows),
    };
  },
});
