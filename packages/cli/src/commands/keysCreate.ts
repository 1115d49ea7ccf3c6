import { createKey, type Scope, scopes } from '@shirube/catalog';
import { UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { readExpiry } from '../readExpiry.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text);

export const command = defineCommand({
  options: {
    name: { type: 'string', value: 'NAME', summary: 'whose key it is, or what for' },
    scope: {
      type: 'string',
      multiple: true,
      choices: scopes,
      summary: 'what it may do; services:write when left out',
    },
    account: {
      type: 'string',
      value: 'ACCOUNT',
      summary: 'whose services it may change: the id or the name of an account',
    },
    expires: {
      type: 'string',
      value: '90d|DATE',
      summary: 'when it ends: 12h, 90d, 2027-01-31; never when left out',
    },
  },
  notes: `The key is shown this once: the catalog keeps only its digest. What it registers belongs to its account. Without
--account an admin key is the operator's, and any other gets a new account of the same name.`,
  examples: [
    'shirube keys create --name "Weather team"',
    'shirube keys create --name "Weather team, new laptop" --account "Weather team"',
    'shirube keys create --name ci --scope admin --expires 90d --json',
  ],
  async run({ values }) {
    if (values.name === undefined) throw new UsageError('--name is missing: whose key it is, or what for.');
    const name = readLabel('--name', values.name);
    const expiresAt = values.expires === undefined ? undefined : readExpiry(values.expires, new Date());
    const granted = (values.scope ?? ['services:write']).filter(isScope);
    const key = await withCatalog({ create: true }, async ({ database }) => {
      const account =
        values.account === undefined ? undefined : await requireAccount(database, values.account);
      return createKey(database, {
        name,
        scopes: [...new Set(granted)],
        accountId: account?.id,
        expiresAt,
      });
    });
    const shown = facts([
      ['key', key.key],
      ['id', key.id],
      ['name', key.name],
      ['account', key.accountId],
      ['scopes', key.scopes.join(', ')],
      ['expires', moment(key.expiresAt, 'never')],
    ]);
    return { data: key, text: `${shown}\n\nKeep the key now: it cannot be shown again.` };
  },
});
