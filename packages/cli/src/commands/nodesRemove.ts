import { listNodes, removeNode } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { requireNode, requireOthers } from '../stack/chosenNode.js';
import { withCatalog } from '../stack/openCatalog.js';
import { counted, duration } from '../terminal/quantities.js';

/** Indexers report every second. */
const goneSeconds = 15;

export const command = defineCommand({
  path: 'nodes remove',
  summary: 'remove a search node that is gone',
  notes: `Removes the node. Stop its indexers first: one that starts under its name lets
the node join again, and fills it anew. The data of its engine stays where it is.`,
  examples: ['shirube nodes remove main'],
  form: (command) =>
    command
      .argument('<NAME>', 'the search node, as `nodes list` shows it')
      .option('--force', 'also when its indexers run, or no other node serves'),
  run: (name, { force }) =>
    withCatalog({}, async ({ database }) => {
      const nodes = await listNodes(database);
      const node = requireNode(nodes, name);
      if (!force) {
        requireOthers(nodes, name);
        if (node.unseenSeconds < goneSeconds) {
          const seen = `its last report is ${duration(node.unseenSeconds)} old`;
          throw new CommandError(`An indexer of the node ${name} still runs (${seen}): stop it first.`);
        }
      }
      await removeNode(database, name);
      const text = `Removed the node ${name}, for which ${counted(node.pending, 'change')} waited.`;
      return { data: { name, dropped: node.pending }, text };
    }),
});
