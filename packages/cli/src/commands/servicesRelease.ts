import { findStatus } from '@shirube/catalog';
import { releaseService } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { describeService, requireService } from './servicesShow.js';

export const command = defineCommand({
  path: 'services release',
  summary: 'let checks decide again on status and trust',
  notes: `What ${program} services set has set holds, whatever checks show. Afterwards checks decide again, the first at once.`,
  examples: ['shirube services release 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async ({ database }) => {
      const service = await requireService(database, id);
      await releaseService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id)) };
    }),
});
