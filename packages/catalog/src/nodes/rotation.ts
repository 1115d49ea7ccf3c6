import type { Database } from '../database.js';

export type NodeState = 'filling' | 'serving' | 'behind' | 'draining' | 'lost';

/** Readers use a node whose oldest pending change is at most so much older than that of the most current node. */
export const lagSeconds = 5;
/** A node whose indexers have not reported for so long is not known to be current. */
export const unseenSeconds = 10;
/** Readers ask at least so often which nodes are in rotation, so that one which has left it is asked no longer. */
export const noticeSeconds = 2;

/** Every node with its lag: the age of its oldest pending change. One index entry is read for each. */
export const nodesWithLag = `
  select name, state, state_since, seen_at,
    coalesce(extract(epoch from clock_timestamp() - (
      select min(since) from pending_index where node = name and failed_at is null
    )), 0)::float8 as lag
  from search_nodes`;

/** How a node stands to the others. */
export interface NodeStanding {
  name: string;
  state: NodeState;
  lagSeconds: number;
  /** It is whole and current: readers spread their requests over these. */
  inRotation: boolean;
}

/** Which nodes readers may use, and how far each is behind. */
export async function readRotation(database: Database): Promise<NodeStanding[]> {
  const { rows } = await database.query<{ name: string; state: NodeState; lag: number; current: boolean }>({
    name: 'read-rotation',
    text: `
      with nodes as (${nodesWithLag})
      select name, state, lag,
        state = 'serving' and seen_at > clock_timestamp() - make_interval(secs => $1)
          and lag <= $2 + min(lag) filter (where state = 'serving') over () as current
      from nodes order by name`,
    values: [unseenSeconds, lagSeconds],
  });
  return rows.map(({ name, state, lag, current }) => ({
    name,
    state,
    lagSeconds: lag,
    inRotation: current,
  }));
}
