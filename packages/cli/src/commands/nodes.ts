import { drainNode, listNodes, removeNode, type SearchNode, undrainNode } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator } from '../stack/operator.js';
import { count, duration, moment, pluralize, table } from '../terminal/format.js';

/** Returns the node with this name. Throws a CommandError if there is none. */
function requireNode(nodes: readonly SearchNode[], name: string): SearchNode {
  const node = nodes.find((known) => known.name === name);
  if (node) return node;
  throw new CommandError(`There is no search node ${name}: see the names with ${program} nodes list.`);
}

/** Throws unless another node is in rotation. Otherwise searches would be served by whatever nodes exist. */
function requireOthers(nodes: readonly SearchNode[], name: string): void {
  if (nodes.some((other) => other.name !== name && other.inRotation)) return;
  throw new CommandError(
    `No other search node is in rotation, so ${name} is needed: start an indexer of another node first, or use --force.`,
  );
}

const row = (node: SearchNode): string[] => [
  node.name,
  node.state,
  node.inRotation ? 'yes' : 'no',
  count(node.pending),
  node.pending > 0 ? duration(node.lagSeconds) : '',
  count(node.setAside),
  `${duration(node.unseenSeconds)} ago`,
  moment(node.joinedAt, ''),
];

export const nodesList = defineCommand({
  path: 'nodes list',
  summary: 'list the search nodes and how current each is',
  notes: `A search node is a search engine with its own indexers (SEARCH_NODE). Readers spread their requests over the nodes
in rotation: complete, and at most 5 s behind the most current one.
  filling    being filled from the catalog, not complete yet
  serving    complete and up to date
  behind     was unreachable, and has not caught up yet
  draining   taken out of rotation by an operator`,
  async run() {
    const nodes = await withCatalog({}, ({ database }) => listNodes(database));
    const heads = ['NAME', 'STATE', 'IN ROTATION', 'PENDING', 'OLDEST', 'SET ASIDE', 'SEEN', 'JOINED'];
    return { data: nodes, text: table(heads, nodes.map(row)) };
  },
});

export const nodesDrain = defineCommand({
  path: 'nodes drain',
  summary: 'take a search node out of rotation',
  notes: `Readers leave the node within 2 s. Its indexers keep it up to date, so that it can come back.
${program} nodes remove removes it.`,
  examples: ['shirube nodes drain main', 'shirube nodes drain main --undo'],
  form: (command) =>
    command
      .argument('<NAME>', 'the search node, as `nodes list` shows it')
      .option('--undo', 'put a drained node back into rotation, once it has caught up')
      .option('--force', 'even if no other node is in rotation'),
  run: (name, { undo, force }) =>
    withCatalog({}, async ({ database }) => {
      const nodes = await listNodes(database);
      requireNode(nodes, name);
      const change = (option: string, work: typeof drainNode) =>
        asOperator(database, (client) => work(client, name), { action: `nodes drain ${option}`.trim(), subject: name });
      if (undo) {
        if (!(await change('--undo', undrainNode))) throw new CommandError(`The node ${name} is not drained.`);
        const text = `The node ${name} is in rotation again as soon as it has caught up.`;
        return { data: { name, state: 'behind' }, text };
      }
      if (!force) requireOthers(nodes, name);
      if (!(await change('', drainNode))) throw new CommandError(`The node ${name} was removed in the meantime.`);
      return { data: { name, state: 'draining' }, text: `Readers leave the node ${name} within 2 s.` };
    }),
});

/** Indexers report every second, so one that is silent for this long is gone. */
const goneSeconds = 15;

export const nodesRemove = defineCommand({
  path: 'nodes remove',
  summary: 'remove a search node that is gone',
  notes: `Removes the node. Stop its indexers first: an indexer that starts with the name of the node adds it again, and fills
it from the catalog. The data of its engine is not deleted.`,
  examples: ['shirube nodes remove main'],
  form: (command) =>
    command
      .argument('<NAME>', 'the search node, as `nodes list` shows it')
      .option('--force', 'even if its indexers run, or no other node is in rotation'),
  run: (name, { force }) =>
    withCatalog({}, async ({ database }) => {
      const nodes = await listNodes(database);
      const node = requireNode(nodes, name);
      if (!force) {
        requireOthers(nodes, name);
        if (node.unseenSeconds < goneSeconds) {
          const lastReport = `its last report is ${duration(node.unseenSeconds)} old`;
          throw new CommandError(`An indexer of the node ${name} still runs (${lastReport}): stop it first.`);
        }
      }
      await asOperator(database, (client) => removeNode(client, name), { action: 'nodes remove', subject: name });
      const text = `Removed the node ${name}, which had ${pluralize(node.pending, 'pending change')}.`;
      return { data: { name, dropped: node.pending }, text };
    }),
});
