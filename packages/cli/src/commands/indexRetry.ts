import { retrySetAside } from '@shirube/catalog';
import { isServiceId } from '@shirube/contracts';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { counted } from '../terminal/quantities.js';

export const command = defineCommand({
  path: 'index retry',
  summary: 'index again what the engine refused',
  notes: `A service that the engine refuses is set aside with the reason: ${program} index status shows both.`,
  examples: ['shirube index retry', 'shirube index retry 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('[ID...]', 'services to try again; all when left out'),
  async run(given) {
    const wanted = given.map((id) => id.toLowerCase());
    const retried = await withCatalog({}, async (catalog) => {
      const ids = await retrySetAside(catalog.database, wanted.length > 0 ? wanted.filter(isServiceId) : undefined);
      await enqueueChanged(catalog, ids);
      return ids;
    });
    const unknown = wanted.filter((id) => !retried.includes(id));
    if (unknown.length > 0) {
      const others = retried.length > 0 ? ` ${counted(retried.length, 'other service')} will be indexed again.` : '';
      throw new CommandError(`Not set aside, so there is nothing to retry: ${unknown.join(', ')}.${others}`);
    }
    const text =
      retried.length > 0 ? `${counted(retried.length, 'service')} will be indexed again.` : 'No service is set aside.';
    return { data: { retried }, text };
  },
});
