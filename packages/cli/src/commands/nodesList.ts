import { listNodes, type SearchNode } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, duration, moment } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

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

export const command = defineCommand({
  path: 'nodes list',
  summary: 'list the search nodes and how current each is',
  notes: `A search node is a search engine with its own indexers (SEARCH_NODE). Readers spread their requests over those
in rotation: whole, and at most 5 s behind the most current one.
  filling    made from the catalog, not whole yet
  serving    whole and kept up
  behind     was out of reach, and has not caught up yet
  draining   taken out of rotation by an operator`,
  examples: ['shirube nodes list', 'shirube nodes list --json'],
  async run() {
    const nodes = await withCatalog({}, ({ database }) => listNodes(database));
    const heads = ['NAME', 'STATE', 'IN ROTATION', 'PENDING', 'OLDEST', 'SET ASIDE', 'SEEN', 'JOINED'];
    return { data: nodes, text: table(heads, nodes.map(row)) };
  },
});
