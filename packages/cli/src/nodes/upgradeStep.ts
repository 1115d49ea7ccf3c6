import type { SearchNode } from '@shirube/catalog';
import { program } from '../program.js';

/** The state of the Meilisearch at one of the addresses. */
export interface Engine {
  url: string;
  /** Undefined while it does not respond. */
  version: string | undefined;
  /** The node that its index belongs to. Undefined while it has no complete index. */
  node: string | undefined;
}

/** The next step of the upgrade. The operator carries it out, unless the step is to wait. */
export interface UpgradeStep {
  step: 'second' | 'start' | 'keys' | 'wait' | 'return' | 'drain' | 'replace' | 'done';
  node?: string;
  url?: string;
  text: string;
}

/**
 * Returns the next step to upgrade all engines to a version, one at a time. It depends only on the current state, so it
 * can be called again after each step, whatever happened in between. A node is taken out only while another one is in
 * rotation.
 */
export function upgradeStep(engines: readonly Engine[], nodes: readonly SearchNode[], to: string): UpgradeStep {
  if (engines.length < 2 || nodes.length < 2) {
    const text = `Two search nodes are needed, each with its address in MEILI_URL: start a second one (the profile second-node of the compose file, or search.nodes of the chart).`;
    return { step: 'second', text };
  }
  const named = nameEmpty(engines, nodes);
  const replacement = `Meilisearch ${to} with empty data and the same master key`;
  for (const { url, version, node, isWhole } of named) {
    const found = nodes.find(({ name }) => name === node);
    const whose = { url, ...(node === undefined ? {} : { node }) };
    if (version === undefined) return { step: 'start', ...whose, text: `Start ${replacement} at ${url}.` };
    if (version !== to || found?.inRotation) continue;
    if (!found || (!isWhole && found.rebuilt === null)) {
      const text = `Give the indexers of ${node ?? 'the new node'} access, so that they fill it: MEILI_URL=${url} ${program} engine keys --quiet`;
      return { step: 'keys', ...whose, text };
    }
    if (isWhole && found.state === 'draining') {
      const text = `${node} is filled. Put it back into rotation: ${program} nodes drain ${node} --undo`;
      return { step: 'return', ...whose, text };
    }
    const share = found.rebuilt === null ? '' : `, ${Math.floor(found.rebuilt * 100)} % filled`;
    return { step: 'wait', ...whose, text: `Wait until ${node} is in rotation: it is ${found.state}${share}.` };
  }
  const outdated = named.filter(({ version }) => version !== to);
  const known = (name: string | undefined) => nodes.find((node) => node.name === name);
  const state = (name: string | undefined) => known(name)?.state;
  const next =
    outdated.find(({ node }) => state(node) === 'draining') ??
    outdated.find(({ node }) => !known(node)?.inRotation) ??
    outdated.at(-1);
  if (!next) return { step: 'done', text: `Every search node has Meilisearch ${to}, and is in rotation.` };
  const { url, node = '', version } = next;
  if (!nodes.some(({ name, inRotation }) => name !== node && inRotation))
    return { step: 'wait', node, url, text: `Wait until a node other than ${node} is in rotation.` };
  if (state(node) !== 'draining')
    return { step: 'drain', node, url, text: `Take ${node} out of rotation: ${program} nodes drain ${node}` };
  const text = `Readers have left ${node}. Stop its Meilisearch ${version} at ${url}, and start ${replacement} there. Its indexers can keep running.`;
  return { step: 'replace', node, url, text };
}

/** Assigns an engine without an index to the node that no other engine has, if there is exactly one such node. */
function nameEmpty(engines: readonly Engine[], nodes: readonly SearchNode[]) {
  const missing = nodes.filter(({ name }) => engines.every(({ node }) => node !== name));
  const only = missing.length === 1 ? missing[0]?.name : undefined;
  return engines.map((engine) => ({ ...engine, isWhole: engine.node !== undefined, node: engine.node ?? only }));
}
