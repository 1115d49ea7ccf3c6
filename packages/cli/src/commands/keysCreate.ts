import { createKey, scopes } from '@shirube/catalog';
import { Option } from '@shirube/command-line';
import { defineCommand } from '../defineCommand.js';
import { readExpiry } from '../readExpiry.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

export const command = defineCommand({
  path: 'keys create',
  summary: 'issue an API key',
  notes: `The key is shown this once: the catalog keeps only its digest. What it registers belongs to its account. Without
--account an admin key is the operator's, and any other gets a new account of the same name.`,
  examples: [
    'shirube keys create --name "Weather team"',
    'shirube keys create --name "Weather team, new laptop" --account "Weather team"',
    'shirube keys create --name ci --scope admin --expires 90d --json',
  ],
  form: (command) =>
    command
      .requiredOption('--name <NAME>', 'whose key it is, or what for', readLabel)
      .addOption(
        new Option('--scope <SCOPE...>', 'what it may do')
          .choices(scopes)
          .default(['services:write'], 'services:write'),
      )
      .option('--account <ACCOUNT>', 'whose services it may change: the id or the name of an account')
      .option('--expires <90d|DATE>', 'when it ends: 12h, 90d, 2027-01-31; never when left out', readExpiry),
  async run({ name, scope, account: idOrName, expires: expiresAt }) {
    const key = await withCatalog({ create: true }, async ({ database }) => {
      const account = idOrName === undefined ? undefined : await requireAccount(database, idOrName);
      return createKey(database, {
        name,
        scopes: [...new Set(scope)],
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
