import { type ApiKey, listKeys } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { moment } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

function state(key: ApiKey, now: string): string {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'live';
}

export const command = defineCommand({
  path: 'keys list',
  summary: 'list the API keys',
  notes: 'The keys themselves are not stored, so they are not shown.',
  examples: ['shirube keys list', 'shirube keys list --json'],
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
