import { listNodes } from '@shirube/catalog';
import { program } from '../program.js';
import type { Catalog } from '../stack/openCatalog.js';
import { duration, pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

/** Nodes are in rotation relative to each other, so all of them may be behind. */
const patienceSeconds = 60;

/** Whether every search node is complete and current. Returns nothing if there is only one. */
export async function checkNodes({ database, alone }: Catalog): Promise<Finding[]> {
  const part = 'search nodes';
  const nodes = await listNodes(database);
  if (nodes.length < 2 || alone) return [];
  const out = nodes.filter(({ inRotation, lagSeconds }) => !inRotation || lagSeconds > patienceSeconds);
  if (out.length === 0) return [ok(part, `${pluralize(nodes.length, 'node')}, all in rotation`)];
  const finding = out
    .map(({ name, state, lagSeconds, pending, unseenSeconds }) => {
      const lag = pending > 0 ? `, ${duration(lagSeconds)} behind (${pluralize(pending, 'service')})` : '';
      return `${name} is ${state}${lag}, seen ${duration(unseenSeconds)} ago`;
    })
    .join('; ');
  const advice = `See the nodes: ${program} nodes list. Remove a node that does not return: ${program} nodes remove NAME`;
  if (nodes.every(({ inRotation }) => !inRotation)) return [fault(part, `none in rotation: ${finding}`, advice)];
  const all = out.length === nodes.length;
  return [all ? fault(part, `none is current: ${finding}`, advice) : warning(part, finding, advice)];
}
