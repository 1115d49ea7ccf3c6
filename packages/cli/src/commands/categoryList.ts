import { listCategories } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

export const command = defineCommand({
  path: 'category list',
  summary: 'list the categories in use',
  examples: ['shirube category list'],
  async run() {
    const categories = await withCatalog({}, ({ database }) => listCategories(database));
    if (categories.length === 0) return { data: [], text: 'No category is in use yet.' };
    const rows = categories.map(({ id, label, labelJa, count: services }) => [
      id,
      label,
      labelJa ?? '',
      count(services),
    ]);
    return { data: categories, text: table(['ID', 'LABEL', 'JAPANESE', 'SERVICES'], rows) };
  },
});
