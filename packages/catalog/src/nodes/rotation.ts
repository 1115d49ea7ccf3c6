import type { Database } from '../database.js';
import type { Position } from '../log/position.js';

/**
 * filling: made from the catalog, not whole yet. serving: whole, and kept up. behind: was out of reach, and has not caught
 * up yet. draining: taken out of rotation by an operator.
 */
export type NodeState = 'filling' | 'serving' | 'behind' | 'draining';

/** Readers use a node whose oldest outstanding entry is at most so much older than that of the most current node. */
export const lagSeconds = 5;
/** A node whose indexers have not reported for so long is not known to be current. */
export const unseenSeconds = 10;
/** Readers ask at least so often which nodes are in rotation, so that one which has left it is asked no longer. */
export const noticeSeconds = 2;

/** Every node with its cursor and its lag: the age of the first entry behind the cursor. One index entry is read for each. */
export const nodesWithLag = `
  select search_nodes.name, state, state_since, search_nodes.seen_at,
    coalesce(followers.transaction_id, '0'::xid8) as transaction_id, coalesce(followers.number, 0) as number,
    coalesce(extract(epoch from clock_timestamp() - (
      select at from changes
      where (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)
      order by changes.transaction_id, changes.number limit 1
    )), 0)::float8 as lag
  from search_nodes left join followers on followers.name = 'search:' || search_nodes.name`;

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
 * How far every node has come that readers may ask. One that has left the rotation a moment ago may still be asked by a
 * reader that has not noticed; where none is in rotation, any may be asked.
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
