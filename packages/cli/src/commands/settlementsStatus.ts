import { countSettlements } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, facts, moment, table } from '../terminal/format.js';

export const settlementsStatus = defineCommand({
  path: 'settlements status',
  summary: 'count the settlements, and those that match no service',
  notes: `Facilitators report settlements with a key that has the scope settlements:write (POST /api/settlements). A settlement
that matches no service, or several equally well, is kept until a service that it matches is registered or changed. These
are counted by payment address, the most frequent first, at most 100.`,
  async run() {
    const counts = await withCatalog({}, ({ database }) => countSettlements(database));
    const summary = facts([
      ['settlements', count(counts.total)],
      ['matched', count(counts.total - counts.unmatched)],
      ['unmatched', count(counts.unmatched)],
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
    return { data: counts, text: counts.payees.length > 0 ? `${summary}\n\n${payees}` : summary };
  },
});
