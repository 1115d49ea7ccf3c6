import { changeService, findStatus } from '@shirube/catalog';
import { Option, UsageError, wholeNumber } from '@shirube/command-line';
import { refreshTrust } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { statuses } from './servicesList.js';
import { describeService, requireService } from './servicesShow.js';

export const command = defineCommand({
  path: 'services set',
  summary: 'change the status or trust of a service',
  notes: `Both hold, whatever checks show, until ${program} services release.`,
  examples: ['shirube services set 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --status verified --trust 80'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the service')
      .addOption(new Option('--status <STATUS>', 'what checks have shown').choices(statuses))
      .option('--trust <0-100>', 'the trust score', wholeNumber(0, 100)),
  async run(id, { status, trust: trustScore }) {
    if (status === undefined && trustScore === undefined) {
      throw new UsageError('Nothing to change: give --status, --trust or both.');
    }
    return withCatalog({}, async (catalog) => {
      const { database } = catalog;
      await requireService(database, id);
      await changeService(database, id, { status, trustScore });
      // What it is now bounds its trust.
      await refreshTrust(database, [id]);
      await enqueueChanged(catalog, [id]);
      const service = await requireService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id)) };
    });
  },
});
