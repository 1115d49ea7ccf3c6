import { SearchUnavailable } from '../../errors.js';
import type { Ask, SearchClient, SearchClientLimits } from './searchClient.js';
import { defaultLimits } from './searchClient.js';
import { createSearchNode, type SearchNode } from './searchNode.js';

/** How a node stands to the others, by its cursor in the log. */
export interface NodeStanding {
  name: string;
  lagSeconds: number;
  /** It is whole and current: requests are spread over these. */
  inRotation: boolean;
}

/** A node as a reader sees it. */
export interface NodeUse {
  node: string;
  /** It answers, and is whole and current. */
  inUse: boolean;
}

export interface SpreadingOptions {
  urls: readonly string[];
  apiKey: string | undefined;
  /** The path of the index. */
  path: string;
  limits: Partial<SearchClientLimits> | undefined;
  /** Asks how the nodes stand. While it rejects, what was last known holds. */
  standings: () => Promise<readonly NodeStanding[]>;
}

const standingsEvery = 1_000;
/** The share of its time that a request may wait for one node while there is another. */
const patience = 0.6;

/**
 * Spreads requests over the search nodes that answer and are whole and current, to the one with the fewest under way;
 * a request that fails is sent to the next within its deadline. Where no node is current, the best one is asked.
 */
export function createSpreadingClient({ urls, apiKey, path, limits, standings }: SpreadingOptions) {
  const { deadline } = { ...defaultLimits, ...limits };
  const nodes = urls.map((url) => createSearchNode(url, path, { apiKey, limits }));
  let known: ReadonlyMap<string, NodeStanding> | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  async function look(): Promise<void> {
    const asked = performance.now();
    try {
      const found = await standings();
      known = new Map(found.map((standing) => [standing.name, standing]));
      knownAt = asked;
    } catch {
      // What was last known holds.
    }
    if (closed) return;
    timer = setTimeout(() => void look(), standingsEvery);
    timer.unref();
  }
  const looked = look();

  const standing = (node: SearchNode) => known?.get(node.name() ?? '');

  /** After a failure the node may have missed something: it counts again once its standing was asked for since. */
  function inUse(node: SearchNode): boolean {
    if (!node.answers()) return false;
    return known === undefined || (standing(node)?.inRotation === true && knownAt > node.failedAt());
  }

  /** Those in use, fewest requests first; then the others, best first, for when nobody else answers. */
  function inOrder(first: SearchNode | undefined, isSteady: boolean): { node: SearchNode; used: boolean }[] {
    turn += 1;
    const rank = (node: SearchNode, at: number): number[] => {
      if (!inUse(node)) return [1, node.answers() ? 0 : 1, standing(node)?.lagSeconds ?? Number.MAX_VALUE];
      if (isSteady) return [0, at];
      return [0, node === first ? 0 : 1, node.open(), (at + turn) % nodes.length];
    };
    return nodes
      .map((node, at) => ({ node, used: inUse(node), rank: rank(node, at) }))
      .sort((a, b) => compare(a.rank, b.rank));
  }

  async function ask<Answer>(
    { first, isSteady = false }: { first?: SearchNode | undefined; isSteady?: boolean },
    method: 'GET' | 'POST',
    requestPath: string,
    body: object | undefined,
    mostMs: number,
  ): Promise<{ answer: Answer; node: SearchNode }> {
    const end = performance.now() + mostMs;
    let failure: unknown;
    const order = inOrder(first, isSteady);
    for (const [at, { node }] of order.entries()) {
      const left = end - performance.now();
      if (left <= 0 && failure !== undefined) break;
      const mayWait = order[at + 1]?.used ? left * patience : left;
      try {
        return { answer: await node.request<Answer>(method, requestPath, body, Math.max(0, mayWait)), node };
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure ?? new SearchUnavailable('there is no search node');
  }

  const client: SearchClient = {
    /** What is asked of an index itself goes to the same node each time, since every node has an index of its own. */
    request: async <Answer>(method: 'GET' | 'POST', to: string, body?: object, mostMs = deadline) =>
      (await ask<Answer>({ isSteady: method === 'GET' }, method, to, body, mostMs)).answer,
    /** The requests of an operation go to one node, as long as it answers. */
    operation(): Ask {
      const end = performance.now() + deadline;
      let first: SearchNode | undefined;
      return async <Answer>(to: string, body: object) => {
        const left = Math.max(0, end - performance.now());
        const { answer, node } = await ask<Answer>({ first }, 'POST', to, body, left);
        first = node;
        return answer;
      };
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
  return {
    ...client,
    /** Resolves once every node was asked for its name, and its standing was. */
    known: async (): Promise<void> => {
      await Promise.all([looked, ...nodes.map((node) => node.known)]);
    },
    nodes: (): NodeUse[] => nodes.map((node) => ({ node: node.name() ?? new URL(node.url).host, inUse: inUse(node) })),
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
