import type { Database } from '../database.js';
import type { Position } from '../log/position.js';

/**
 * filling: being filled from the catalog, not complete yet. serving: complete and kept up to date. behind: was
 * unreachable, and has not caught up yet. draining: taken out of rotation by an operator.
 */
export type NodeState = 'filling' | 'serving' | 'behind' | 'draining';

/** Readers use a node if its lag exceeds that of the most current node by at most this much. */
export const lagSeconds = 5;
/** A node whose indexers have not reported for this long is not known to be current. */
export const unseenSeconds = 10;
/** Readers refresh the rotation at least this often, so that they stop using a node that has left it. */
const noticeSeconds = 2;

/**
 * Every node with its cursor and its lag, the age of the first entry after the cursor. Reads one index entry per node.
 */
export const nodesWithLag = `
  select search_nodes.name, state, state_since, search_nodes.seen_at,
    coalesce(followers.transaction_id, '0'::xid8) as transaction_id, coalesce(followers.number, 0) as number,
    coalesce(extract(epoch from clock_timestamp() - (
      select at from changes
      where (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)
      order by changes.transaction_id, changes.number limit 1
    )), 0)::float8 as lag
  from search_nodes left join followers on followers.name = 'search:' || search_nodes.name`;

/** The state of a node relative to the others. */
export interface NodeStanding {
  name: string;
  state: NodeState;
  lagSeconds: number;
  /** Whether it is complete and current. Readers spread their requests over these nodes. */
  inRotation: boolean;
}

/** Returns which nodes readers may use, and how far each is behind. */
export async function readRotation(database: Database): Promise<NodeStanding[]> {
  const { rows } = await database.query<NodeStanding>({
    name: 'read-rotation',
    text: `
      with nodes as (${nodesWithLag})
      select name, state, lag as "lagSeconds",
        state = 'serving' and seen_at > clock_timestamp() - make_interval(secs => $1)
          and lag <= $2 + min(lag) filter (where state = 'serving') over () as "inRotation"
      from nodes order by name`,
    values: [unseenSeconds, lagSeconds],
  });
  return rows;
}

/**
 * Returns the cursors of all nodes that readers may be using. A reader may still use a node that has just left the
 * rotation. If no node is in rotation, any node may be used.
 */
export async function cursorsInUse(database: Database): Promise<Position[]> {
  const { rows } = await database.query<{ transaction: string; number: string }>({
    name: 'cursors-in-use',
    text: `
      with nodes as (${nodesWithLag}), compared as (
        select *, (state = 'serving' or state in ('behind', 'draining')
            and state_since > clock_timestamp() - make_interval(secs => $1))
          and seen_at > clock_timestamp() - make_interval(secs => $2)
          and lag <= $3 + coalesce(min(lag) filter (where state = 'serving') over (), lag) as used
        from nodes
      )
      select transaction_id::text as transaction, number from compared
      where used or not exists (select from compared where used)`,
    values: [noticeSeconds, unseenSeconds + noticeSeconds, lagSeconds + noticeSeconds],
  });
  return rows.map((row) => ({ transaction: BigInt(row.transaction), number: BigInt(row.number) }));
}
