import { listNewest } from '@shirube/catalog';
import { Option, wholeNumber } from '@shirube/command-line';
import type { Service, ServiceStatus } from '@shirube/contracts';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { count, counted } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

export const statuses = ['verified', 'unverified', 'inactive'] as const satisfies ServiceStatus[];

/** Services for people, and for programs. */
export function listed({ services, total }: { services: readonly Service[]; total: number }): Outcome {
  const rows = services.map(({ id, name, category, pricing, status, trustScore }) => [
    id,
    name,
    category,
    `${pricing.pricePerRequest} ${pricing.currency}`,
    status,
    String(trustScore),
  ]);
  const more = total > services.length ? `\n\nThe newest ${count(services.length)} of ${count(total)}.` : '';
  return {
    data: { total, services },
    text:
      total === 0
        ? `${counted(0, 'service')}.`
        : `${table(['ID', 'NAME', 'CATEGORY', 'PRICE', 'STATUS', 'TRUST'], rows)}${more}`,
  };
}

export const command = defineCommand({
  path: 'services list',
  summary: 'list services, the newest first',
  notes: 'The newest come first. Nothing is changed.',
  examples: ['shirube services list', 'shirube services list --status unverified --limit 100 --json'],
  form: (command) =>
    command
      .option('--category <ID>', 'only services of this category')
      .addOption(new Option('--status <STATUS>', 'only services of this status').choices(statuses))
      .option('--account <ACCOUNT>', 'only services of this account, by id or name')
      .option('--limit <N>', 'how many to show, at most 1000', wholeNumber(1, 1000), 20),
  async run({ category, status, account, limit }) {
    return withCatalog({}, async ({ database }) => {
      const owner = account === undefined ? undefined : await requireAccount(database, account);
      return listed(await listNewest(database, { category, status, accountId: owner?.id, limit }));
    });
  },
});
