import { type Account, changeAccount } from '@shirube/catalog';
import { UsageError } from '../commandError.js';
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
  arguments: [{ name: 'ACCOUNT', summary: 'the id or the name of the account' }],
  options: {
    name: { type: 'string', value: 'NAME', summary: 'who it is' },
    contact: { type: 'string', value: 'TEXT', summary: 'how to reach them; "" removes it' },
  },
  examples: ['shirube accounts set "Weather team" --contact team@weather.example'],
  async run({ values, positionals: [idOrName = ''] }) {
    if (values.name === undefined && values.contact === undefined) {
      throw new UsageError('Nothing to change: give --name, --contact or both.');
    }
    const name = values.name === undefined ? undefined : readLabel('--name', values.name);
    const contact = values.contact ? readLabel('--contact', values.contact) : values.contact;
    return withCatalog({}, async ({ database }) => {
      const { id } = await requireAccount(database, idOrName);
      await changeAccount(database, id, { name, contact });
      const account = await requireAccount(database, id);
      return { data: account, text: describeAccount(account) };
    });
  },
});
