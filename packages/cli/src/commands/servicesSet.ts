import { changeService, findStatus } from '@shirube/catalog';
import { UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { readStatus, statuses } from '../readStatus.js';
import { enqueueChanged } from '../stack/enqueueChanged.js';
import { withCatalog } from '../stack/openCatalog.js';
import { describeService, requireService } from './servicesShow.js';

function readTrust(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new UsageError(`--trust must be a whole number from 0 to 100, not "${text}".`);
  }
  return Number(text);
}

export const command = defineCommand({
  arguments: [{ name: 'ID', summary: 'the id of the service' }],
  options: {
    status: { type: 'string', choices: statuses, summary: 'what checks have shown' },
    trust: { type: 'string', value: '0-100', summary: 'the trust score' },
  },
  notes: `Both hold, whatever checks show, until ${program} services release.`,
  examples: ['shirube services set 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --status verified --trust 80'],
  async run({ values, positionals: [id = ''] }) {
    const status = readStatus(values.status);
    const trustScore = values.trust === undefined ? undefined : readTrust(values.trust);
    if (status === undefined && trustScore === undefined) {
      throw new UsageError('Nothing to change: give --status, --trust or both.');
    }
    return withCatalog({}, async (catalog) => {
      const { database } = catalog;
      await requireService(database, id);
      await changeService(database, id, { status, trustScore });
      await enqueueChanged(catalog, [id]);
      const service = await requireService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id)) };
    });
  },
});
