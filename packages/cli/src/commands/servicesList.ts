import { listNewest } from '@shirube/catalog';
import { UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { readStatus, statuses } from '../readStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, counted } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

function readLimit(text = '20'): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1000) {
    throw new UsageError(`--limit must be a whole number from 1 to 1000, not "${text}".`);
  }
  return Number(text);
}

export const command = defineCommand({
  options: {
    category: { type: 'string', value: 'ID', summary: 'only services of this category' },
    status: { type: 'string', choices: statuses, summary: 'only services of this status' },
    limit: { type: 'string', value: 'N', summary: 'how many to show, 20 unless told, at most 1000' },
  },
  notes: 'The newest come first. Nothing is changed.',
  examples: ['shirube services list', 'shirube services list --status unverified --limit 100 --json'],
  async run({ values: { category, status: given, limit: text } }) {
    const status = readStatus(given);
    const limit = readLimit(text);
    const { services, total } = await withCatalog({}, ({ database }) =>
      listNewest(database, { category, status, limit }),
    );
    const rows = services.map(({ id, name, category, pricing, status, trustScore }) => [
      id,
      name,
      category,
      `${pricing.pricePerRequest} ${pricing.currency}`,
      status,
      String(trustScore),
    ]);
    const more =
      total > services.length ? `\n\nThe newest ${count(services.length)} of ${count(total)}.` : '';
    return {
      data: { total, services },
      text:
        total === 0
          ? `${counted(0, 'service')}.`
          : `${table(['ID', 'NAME', 'CATEGORY', 'PRICE', 'STATUS', 'TRUST'], rows)}${more}`,
    };
  },
});
