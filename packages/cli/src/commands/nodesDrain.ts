import { drainNode, listNodes, undrainNode } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { requireNode, requireOthers } from '../stack/chosenNode.js';
import { withCatalog } from '../stack/openCatalog.js';

export const command = defineCommand({
  path: 'nodes drain',
  summary: 'take a search node out of rotation',
  notes: `Readers leave the node within 2 s. It is kept up to date for as long as its indexers run, so that it can come
back; ${program} nodes remove forgets it.`,
  examples: ['shirube nodes drain main', 'shirube nodes drain main --undo'],
  form: (command) =>
    command
      .argument('<NAME>', 'the search node, as `nodes list` shows it')
      .option('--undo', 'let a drained node serve again, once it has caught up')
      .option('--force', 'also when no other node serves'),
  run: (name, { undo, force }) =>
    withCatalog({}, async ({ database }) => {
      const nodes = await listNodes(database);
      requireNode(nodes, name);
      if (undo) {
        if (!(await undrainNode(database, name))) throw new CommandError(`The node ${name} is not drained.`);
        const text = `The node ${name} serves again as soon as it has caught up.`;
        return { data: { name, state: 'behind' }, text };
      }
      if (!force) requireOthers(nodes, name);
      if (!(await drainNode(database, name))) throw new CommandError(`The node ${name} was removed meanwhile.`);
      return { data: { name, state: 'draining' }, text: `Readers leave the node ${name} within 2 s.` };
    }),
});
