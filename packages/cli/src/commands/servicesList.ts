import { listNewest } from '@shirube/catalog';
import type { Service } from '@shirube/contracts';
import { UsageError } from '../commandError.js';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { readStatus, statuses } from '../readStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { count, counted } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

export function readLimit(text = '20'): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1000) {
    throw new UsageError(`--limit must be a whole number from 1 to 1000, not "${text}".`);
  }
  return Number(text);
}

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
  options: {
    category: { type: 'string', value: 'ID', summary: 'only services of this category' },
    status: { type: 'string', choices: statuses, summary: 'only services of this status' },
    account: { type: 'string', value: 'ACCOUNT', summary: 'only services of this account, by id or name' },
    limit: { type: 'string', value: 'N', summary: 'how many to show, 20 unless told, at most 1000' },
  },
  notes: 'The newest come first. Nothing is changed.',
  examples: ['shirube services list', 'shirube services list --status unverified --limit 100 --json'],
  async run({ values: { category, status: given, account, limit: text } }) {
    const status = readStatus(given);
    const limit = readLimit(text);
    return withCatalog({}, async ({ database }) => {
      const owner = account === undefined ? undefined : await requireAccount(database, account);
      return listed(await listNewest(database, { category, status, accountId: owner?.id, limit }));
    });
  },
});
