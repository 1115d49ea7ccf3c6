import { listNodes } from '@shirube/catalog';
import { program } from '../program.js';
import type { Catalog } from '../stack/openCatalog.js';
import { counted, duration } from '../terminal/quantities.js';
import { type Finding, fault, ok, warning } from './finding.js';

/** Whether every search node is whole and current; nothing is said where there is only one. */
export async function checkNodes({ database, alone }: Catalog): Promise<Finding[]> {
  const part = 'search nodes';
  const nodes = await listNodes(database);
  if (nodes.length < 2 || alone) return [];
  const out = nodes.filter(({ inRotation }) => !inRotation);
  if (out.length === 0) return [ok(part, `${counted(nodes.length, 'node')}, all in rotation`)];
  const finding = out
    .map(({ name, state, unseenSeconds }) => `${name} is ${state}, seen ${duration(unseenSeconds)} ago`)
    .join('; ');
  const advice = `See the nodes: ${program} nodes list. One that is gone for good: ${program} nodes remove NAME`;
  const none = out.length === nodes.length;
  return [none ? fault(part, `none in rotation: ${finding}`, advice) : warning(part, finding, advice)];
}
