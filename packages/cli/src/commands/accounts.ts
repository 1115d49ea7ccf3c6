import { type Account, changeAccount, createAccount, listAccounts } from '@shirube/catalog';
import { Option, readLabel, UsageError, wholeNumber } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator, requireAccount } from '../stack/operator.js';
import { count, facts, moment, pluralize, table } from '../terminal/format.js';

const readQuota = (text: string) => (text === 'default' ? text : wholeNumber(0, 1_000_000_000)(text));

/** Formats an account for people. */
function describeAccount(account: Account): string {
  return facts([
    ['id', account.id],
    ['name', account.name],
    ['contact', account.contact ?? 'none'],
    ['quota', account.serviceQuota === null ? 'as others' : pluralize(account.serviceQuota, 'service')],
    ['domains', account.onlyProven ? 'those that it has proven' : 'any'],
    ['created', moment(account.createdAt, '')],
  ]);
}

export const accountsSet = defineCommand({
  path: 'accounts set',
  summary: 'change the name, the contact or the limits of an account',
  examples: [
    'shirube accounts set "Weather team" --contact team@weather.example',
    'shirube accounts set "Weather team" --quota 5000',
  ],
  form: (command) =>
    command
      .argument('<ACCOUNT>', 'the id or the name of the account')
      .option('--name <NAME>', 'who it is', readLabel)
      .option('--contact <TEXT>', 'how to reach them; "" removes it', (text) => text && readLabel(text))
      .option('--quota <N>', 'how many services it may register; default: SERVICES_PER_ACCOUNT', readQuota)
      .addOption(new Option('--domains <WHICH>', 'where its services may be').choices(['any', 'proven'])),
  async run(idOrName, { name, contact, quota, domains }) {
    const serviceQuota = quota === 'default' ? null : quota;
    const onlyProven = domains === undefined ? undefined : domains === 'proven';
    const change = { name, contact, serviceQuota, onlyProven };
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError('Nothing to change: give --name, --contact, --quota or --domains.');
    }
    return withCatalog({}, async ({ database }) => {
      const { id } = await requireAccount(database, idOrName);
      await asOperator(database, (client) => changeAccount(client, id, change), {
        action: 'accounts set',
        subject: id,
        detail: change,
      });
      const account = await requireAccount(database, id);
      return { data: account, text: describeAccount(account) };
    });
  },
});

export const accountsCreate = defineCommand({
  path: 'accounts create',
  summary: 'create an account; its keys share what they register',
  notes: `What a key registers belongs to its account, and any key of the account can change it. Issue keys with
${program} keys create --account ID.`,
  examples: ['shirube accounts create --name "Weather team" --contact team@weather.example'],
  form: (command) =>
    command
      .requiredOption('--name <NAME>', 'who it is', readLabel)
      .option('--contact <TEXT>', 'how to reach them, such as an address', readLabel),
  async run({ name, contact }) {
    const account = await withCatalog({ create: true }, ({ database }) =>
      asOperator(
        database,
        (client) => createAccount(client, { name, contact }),
        ({ id }) => ({ action: 'accounts create', subject: id, detail: { name, contact } }),
      ),
    );
    return { data: account, text: describeAccount(account) };
  },
});

export const accountsList = defineCommand({
  path: 'accounts list',
  summary: 'list the accounts with their keys and services',
  notes: 'The account "operator" owns services without another owner, such as those imported without an account.',
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
