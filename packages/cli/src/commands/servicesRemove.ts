import { removeService } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { plainText } from '../terminal/table.js';
import { requireService } from './servicesShow.js';

export const command = defineCommand({
  path: 'services remove',
  summary: 'remove a service from the catalog',
  notes: `The service leaves the catalog at once and search right after. To keep it but mark it as out of use:
${program} services set ID --status inactive`,
  examples: ['shirube services remove 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async (catalog) => {
      const service = await requireService(catalog.database, id);
      await removeService(catalog.database, id);
      await enqueueChanged(catalog, [id]);
      return { data: service, text: `Removed ${plainText(service.name)} (${service.id}).` };
    }),
});
