import { type ApiKey, createKey, listKeys, revokeKey } from '@shirube/catalog';

import { scopes } from '@shirube/contracts';
import { InvalidArgumentError, Option, readLabel } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator, requireAccount } from '../stack/operator.js';
import { facts, moment, table } from '../terminal/format.js';

const milliseconds: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Parses an expiry: "12h", "90d", "8w", or an ISO 8601 date (UTC). It must be in the future. */
function readExpiry(text: string): Date {
  const now = new Date();
  const expiry = readMoment(text, now);
  if (!expiry || Number.isNaN(expiry.getTime()) || expiry.getFullYear() > 9999) {
    throw new InvalidArgumentError('It must be a time from now, such as 12h, 90d or 8w, or a date such as 2027-01-31.');
  }
  if (expiry <= now) throw new InvalidArgumentError('It must be in the future.');
  return expiry;
}

function readMoment(text: string, now: Date): Date | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now.getTime() + Number(amount) * (milliseconds[unit] ?? 0));
  return isoDate.test(text) ? new Date(text) : undefined;
}

export const keysCreate = defineCommand({
  path: 'keys create',
  summary: 'issue an API key',
  notes: `The key is shown only once: the catalog keeps only its digest. What it registers belongs to its account. Without
--account, an admin key belongs to the operator, and any other key gets a new account with the same name.`,
  examples: [
    'shirube keys create --name "Weather team"',
    'shirube keys create --name "Weather team, new laptop" --account "Weather team"',
    'shirube keys create --name ci --scope admin --expires 90d --json',
  ],
  form: (command) =>
    command
      .requiredOption('--name <NAME>', 'who uses the key, or what for', readLabel)
      .addOption(
        new Option('--scope <SCOPE...>', 'what it may do')
          .choices(scopes)
          .default(['services:write'], 'services:write'),
      )
      .option('--account <ACCOUNT>', 'whose services it may change: the id or the name of an account')
      .option('--expires <90d|DATE>', 'when it expires: 12h, 90d, 2027-01-31; never when left out', readExpiry),
  async run({ name, scope, account: idOrName, expires: expiresAt }) {
    const key = await withCatalog({ create: true }, async ({ database }) => {
      const account = idOrName === undefined ? undefined : await requireAccount(database, idOrName);
      const request = { name, scopes: [...new Set(scope)], accountId: account?.id, expiresAt };
      return asOperator(
        database,
        (client) => createKey(client, request),
        ({ id, accountId }) => ({ action: 'keys create', subject: id, detail: { ...request, accountId } }),
      );
    });
    const summary = facts([
      ['key', key.key],
      ['id', key.id],
      ['name', key.name],
      ['account', key.accountId],
      ['scopes', key.scopes.join(', ')],
      ['expires', moment(key.expiresAt, 'never')],
    ]);
    return { data: key, text: `${summary}\n\nStore the key now: it cannot be shown again.` };
  },
});

function state(key: ApiKey, now: string): string {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'live';
}

export const keysList = defineCommand({
  path: 'keys list',
  summary: 'list the API keys',
  notes: 'The keys themselves are not stored, so they are not shown.',
  async run() {
    const keys = await withCatalog({}, ({ database }) => listKeys(database));
    const now = new Date().toISOString();
    if (keys.length === 0) {
      return { data: [], text: `There are no keys yet. Issue one: ${program} keys create --name NAME` };
    }
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.scopes.join(', '),
      state(key, now),
      moment(key.createdAt, ''),
      moment(key.expiresAt, 'never'),
      moment(key.lastUsedAt, 'never'),
      key.accountId,
    ]);
    return {
      data: keys.map((key) => ({ ...key, state: state(key, now) })),
      text: table(['ID', 'NAME', 'SCOPES', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'ACCOUNT'], rows),
    };
  },
});

export const keysRevoke = defineCommand({
  path: 'keys revoke',
  summary: 'revoke an API key',
  notes: 'A revoked key is refused within a second. This cannot be undone.',
  examples: ['shirube keys revoke 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the key, as `keys list` shows it'),
  async run(id) {
    const subject = id.toLowerCase();
    const revoked = await withCatalog({}, ({ database }) =>
      asOperator(database, (client) => revokeKey(client, subject), { action: 'keys revoke', subject }),
    );
    if (!revoked) {
      throw new CommandError(`There is no live key with the id ${id}: see the ids with ${program} keys list.`);
    }
    return { data: { id, revoked }, text: `The key ${id} is revoked.` };
  },
});
