import { type Account, changeAccount } from '@shirube/catalog';
import { UsageError } from '@shirube/command-line';
import { defineCommand } from '../defineCommand.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

/** An account for people. */
export function describeAccount(account: Account): string {
  return facts([
    ['id', account.id],
    ['name', account.name],
    ['contact', account.contact ?? 'none'],
    ['created', moment(account.createdAt, '')],
  ]);
}

export const command = defineCommand({
  path: 'accounts set',
  summary: 'change the name or the contact of an account',
  examples: ['shirube accounts set "Weather team" --contact team@weather.example'],
  form: (command) =>
    command
      .argument('<ACCOUNT>', 'the id or the name of the account')
      .option('--name <NAME>', 'who it is', readLabel)
      .option('--contact <TEXT>', 'how to reach them; "" removes it', (text) => text && readLabel(text)),
  async run(idOrName, { name, contact }) {
    if (name === undefined && contact === undefined) {
      throw new UsageError('Nothing to change: give --name, --contact or both.');
    }
    return withCatalog({}, async ({ database }) => {
      const { id } = await requireAccount(database, idOrName);
      await changeAccount(database, id, { name, contact });
      const account = await requireAccount(database, id);
      return { data: account, text: describeAccount(account) };
    });
  },
});
