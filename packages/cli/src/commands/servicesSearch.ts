import { listNewest } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { listed, readLimit } from './servicesList.js';

export const command = defineCommand({
  arguments: [{ name: 'TEXT', summary: 'part of a name, description, endpoint or payment address' }],
  options: {
    limit: { type: 'string', value: 'N', summary: 'how many to show, 20 unless told, at most 1000' },
  },
  notes: `Looks for the text as it is, in any case, in the catalog itself: what search does not show yet, or refuses, is
found too. The newest come first.`,
  examples: ['shirube services search weather.example', 'shirube services search 0x209693Bc --json'],
  async run({ values, positionals: [text = ''] }) {
    const limit = readLimit(values.limit);
    return listed(await withCatalog({}, ({ database }) => listNewest(database, { text, limit })));
  },
});
