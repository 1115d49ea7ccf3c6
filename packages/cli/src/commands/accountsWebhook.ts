import { findWebhook, removeWebhook, setWebhook } from '@shirube/catalog';
import {
  faultSentences,
  type NewWebhook,
  readWebhookRequest,
  searchInParameters,
  type Webhook,
} from '@shirube/contracts';
import { UsageError } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator, requireAccount } from '../stack/operator.js';
import { count, facts, moment } from '../terminal/format.js';

const searchFact = ({ search }: Webhook | NewWebhook): [string, string][] =>
  search ? [['search', JSON.stringify(search)]] : [];

export const accountsWebhook = defineCommand({
  path: 'accounts webhook',
  summary: 'show, set or remove the webhook of an account',
  notes: `Without an option it shows the webhook and its state. Events are signed with the secret, which is shown only once,
when the webhook is set. docs/guides/webhooks.md says how to verify them.`,
  examples: [
    'shirube accounts webhook "Weather team" --url https://weather.example/hooks/shirube',
    'shirube accounts webhook "Weather team" --url https://weather.example/hooks/shirube --search "category=weather"',
    'shirube accounts webhook "Weather team"',
  ],
  form: (command) =>
    command
      .argument('<ACCOUNT>', 'the id or the name of the account')
      .option('--url <URL>', 'where changes of status are sent; creates a new secret')
      .option('--search <PARAMETERS>', 'with --url: also send services that this search finds, new or changed')
      .option('--remove', 'remove the webhook'),
  async run(idOrName, { url, search, remove }) {
    if (url !== undefined && remove) throw new UsageError('Give either --url or --remove.');
    if (search !== undefined && url === undefined) throw new UsageError('Give --search together with --url.');
    return withCatalog({}, async ({ database }) => {
      const account = await requireAccount(database, idOrName);
      if (url !== undefined) {
        const read = readWebhookRequest({
          url,
          ...(search !== undefined && { search: searchInParameters(new URLSearchParams(search)) }),
        });
        if ('faults' in read) throw new UsageError(faultSentences(read).join(' '));
        const { value: detail } = read;
        const webhook = await asOperator(database, (client) => setWebhook(client, account.id, detail), {
          action: 'accounts webhook',
          subject: account.id,
          detail,
        });
        const summary = facts([['url', webhook.url], ...searchFact(webhook), ['secret', webhook.secret]]);
        return { data: webhook, text: `${summary}\n\nStore the secret now: it cannot be shown again.` };
      }
      const webhook = await findWebhook(database, account.id);
      if (!webhook) throw new CommandError(`The account ${account.name} has no webhook.`);
      if (remove) {
        await asOperator(database, (client) => removeWebhook(client, account.id), {
          action: 'accounts webhook',
          subject: account.id,
          detail: { remove: true },
        });
        return { data: webhook, text: `The webhook ${webhook.url} is removed.` };
      }
      const summary = facts([
        ['url', webhook.url],
        ...searchFact(webhook),
        ['since', moment(webhook.createdAt, '')],
        ['pending', count(webhook.pending)],
        ['delivered', count(webhook.delivered)],
        ['failed', count(webhook.failed)],
        ['dropped', count(webhook.dropped)],
        ['last error', webhook.lastError ?? 'none'],
      ]);
      return { data: webhook, text: summary };
    });
  },
});
