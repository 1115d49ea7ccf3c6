import { listNewest } from '@shirube/catalog';
import { wholeNumber } from '@shirube/command-line';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { listed } from './servicesList.js';

export const command = defineCommand({
  path: 'services search',
  summary: 'find services by part of a name, endpoint or address',
  notes: `Looks for the text as it is, in any case, in the catalog itself: what search does not show yet, or refuses, is
found too. The newest come first.`,
  examples: ['shirube services search weather.example', 'shirube services search 0x209693Bc --json'],
  form: (command) =>
    command
      .argument('<TEXT>', 'part of a name, description, endpoint or payment address')
      .option('--limit <N>', 'how many to show, at most 1000', wholeNumber(1, 1000), 20),
  async run(text, { limit }) {
    return listed(await withCatalog({}, ({ database }) => listNewest(database, { text, limit })));
  },
});
