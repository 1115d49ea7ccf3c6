import { SearchUnavailable } from '../../errors.js';
import type { Ask, SearchClient, SearchClientLimits } from './searchClient.js';
import { defaultLimits } from './searchClient.js';
import { createSearchNode, type SearchNode } from './searchNode.js';

/** The standing of a node among the others, by its cursor in the log. */
export interface NodeStanding {
  name: string;
  lagSeconds: number;
  /** Whether it is complete and current. Requests are spread over these nodes. */
  inRotation: boolean;
}

/** A node as a reader sees it. */
export interface NodeUse {
  node: string;
  /** Whether it responds and is complete and current. */
  inUse: boolean;
}

export interface SpreadingOptions {
  urls: readonly string[];
  apiKey: string | undefined;
  /** The path of the index. */
  path: string;
  limits: Partial<SearchClientLimits> | undefined;
  /** Fetches the standings of the nodes. While it rejects, the last known standings apply. */
  standings: () => Promise<readonly NodeStanding[]>;
}

const standingsEvery = 1_000;
/** The share of its time that a request may wait for one node if there is another. */
const patience = 0.6;

/**
 * Spreads requests over the search nodes that respond and are complete and current, preferring the one with the fewest
 * requests in flight. A failed request is retried on the next node within its deadline. If no node is current, the best
 * one is used.
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
    const startedAt = performance.now();
    try {
      const found = await standings();
      known = new Map(found.map((entry) => [entry.name, entry]));
      knownAt = startedAt;
    } catch {
      // The last known standings apply.
    }
    if (closed) return;
    timer = setTimeout(() => void look(), standingsEvery);
    timer.unref();
  }
  const looked = look();

  const standingOf = (node: SearchNode) => known?.get(node.name() ?? '');

  /** After a failure the node may have missed changes: it is used again once its standing has been fetched since. */
  function inUse(node: SearchNode): boolean {
    if (!node.answers()) return false;
    return known === undefined || (standingOf(node)?.inRotation === true && knownAt > node.failedAt());
  }

  /** Returns the nodes in use, fewest requests first, then the others as a fallback, best first. */
  function inOrder(first: SearchNode | undefined, isSteady: boolean): { node: SearchNode; used: boolean }[] {
    turn += 1;
    const rank = (node: SearchNode, at: number): number[] => {
      if (!inUse(node)) return [1, node.answers() ? 0 : 1, standingOf(node)?.lagSeconds ?? Number.MAX_VALUE];
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
    /** Requests about the index itself always go to the same node, because every node has its own index. */
    request: async <Answer>(method: 'GET' | 'POST', to: string, body?: object, mostMs = deadline) =>
      (await ask<Answer>({ isSteady: method === 'GET' }, method, to, body, mostMs)).answer,
    /** All requests of an operation go to one node, as long as it responds. */
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
    /** Resolves after the first attempt to fetch the names of all nodes and their standings. */
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
