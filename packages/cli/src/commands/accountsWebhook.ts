import { findWebhook, removeWebhook, setWebhook } from '@shirube/catalog';
import { UsageError } from '@shirube/command-line';
import { faultSentences, readWebhookRequest } from '@shirube/contracts';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { count, moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

export const command = defineCommand({
  path: 'accounts webhook',
  summary: 'say where an account is told of changes of status',
  notes: `Without an option it shows the webhook and how it goes. What is sent is signed with the secret, which is shown
when the webhook is set, and only then: docs/guides/webhooks.md says how to check it.`,
  examples: [
    'shirube accounts webhook "Weather team" --url https://weather.example/hooks/shirube',
    'shirube accounts webhook "Weather team"',
  ],
  form: (command) =>
    command
      .argument('<ACCOUNT>', 'the id or the name of the account')
      .option('--url <URL>', 'where to tell it of changes of status; makes a new secret')
      .option('--remove', 'end the webhook'),
  async run(idOrName, { url, remove }) {
    if (url !== undefined && remove) throw new UsageError('Give either --url or --remove.');
    return withCatalog({}, async ({ database }) => {
      const account = await requireAccount(database, idOrName);
      if (url !== undefined) {
        const read = readWebhookRequest({ url });
        if ('faults' in read) throw new UsageError(faultSentences(read).join(' '));
        const webhook = await setWebhook(database, account.id, read.webhook.url);
        const shown = facts([
          ['url', webhook.url],
          ['secret', webhook.secret],
        ]);
        return { data: webhook, text: `${shown}\n\nKeep the secret now: it cannot be shown again.` };
      }
      const webhook = await findWebhook(database, account.id);
      if (!webhook) throw new CommandError(`The account ${account.name} has no webhook.`);
      if (remove) {
        await removeWebhook(database, account.id);
        return { data: webhook, text: `The webhook ${webhook.url} is gone.` };
      }
      const shown = facts([
        ['url', webhook.url],
        ['since', moment(webhook.createdAt, '')],
        ['to be sent', count(webhook.pending)],
        ['taken', count(webhook.delivered)],
        ['given up', count(webhook.failed)],
        ['last error', webhook.lastError ?? 'none'],
      ]);
      return { data: webhook, text: shown };
    });
  },
});
