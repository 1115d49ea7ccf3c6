import { countSettlements } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, moment } from '../terminal/quantities.js';
import { facts, table } from '../terminal/table.js';

export const command = defineCommand({
  path: 'settlements status',
  summary: 'count the settlements, and those that belong to no service',
  notes: `Facilitators report what they have settled with a key of the scope settlements:write (POST /api/settlements).
What belongs to no service of the catalog, or to several alike, is kept apart, until one is registered or changed that
it belongs to: here it is by who was paid, the most often paid first, at most 100 of them.`,
  examples: ['shirube settlements status', 'shirube settlements status --json'],
  async run() {
    const counts = await withCatalog({}, ({ database }) => countSettlements(database));
    const shown = facts([
      ['settlements', count(counts.total)],
      ['of a service', count(counts.total - counts.unmatched)],
      ['kept apart', count(counts.unmatched)],
    ]);
    const payees = table(
      ['NETWORK', 'PAID TO', 'SETTLEMENTS', 'LAST', 'RESOURCE'],
      counts.payees.map(({ network, payTo, settlements, lastSettledAt, resource }) => [
        network,
        payTo,
        count(settlements),
        moment(lastSettledAt, ''),
        resource ?? '',
      ]),
    );
    return { data: counts, text: counts.payees.length > 0 ? `${shown}\n\n${payees}` : shown };
  },
});
