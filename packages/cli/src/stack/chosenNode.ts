import type { SearchNode } from '@shirube/catalog';
import { CommandError, program } from '../program.js';

/** The node of that name; throws with a sentence when there is none. */
export function requireNode(nodes: readonly SearchNode[], name: string): SearchNode {
  const node = nodes.find((known) => known.name === name);
  if (node) return node;
  throw new CommandError(`There is no search node ${name}: see the names with ${program} nodes list.`);
}

/** Throws unless another node is in rotation: without one, searches would be answered by whatever there is. */
export function requireOthers(nodes: readonly SearchNode[], name: string): void {
  if (nodes.some((other) => other.name !== name && other.inRotation)) return;
  throw new CommandError(
    `No other search node is in rotation, so ${name} is needed: start an indexer for another first (--force does it all the same).`,
  );
}
