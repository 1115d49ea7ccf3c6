import type { Database } from '../database.js';
import { type NodeState, nodesWithLag } from './rotation.js';

/** A node that was out of reach serves again when it is at most so much further behind than the others. */
const caughtUpSeconds = 1;

/**
 * Reports for the indexers of a node that they run, and whether their engine answers. A node that was out of reach
 * leaves the rotation, and comes back when it has caught up with the others. Returns its state; undefined when it was
 * removed.
 */
export async function reportNode(
  database: Database,
  name: string,
  { answers }: { answers: boolean },
): Promise<NodeState | undefined> {
  const { rows } = await database.query<{ state: NodeState }>({
    name: 'report-node',
    text: `
      with nodes as (${nodesWithLag}), decided as (
        select case
          when state = 'serving' and not $2 then 'behind'
          when state = 'behind' and $2 and lag <= $3 + coalesce(
            (select min(lag) from nodes where state = 'serving' and name <> $1), 'infinity') then 'serving'
          else state end as next
        from nodes where name = $1
      )
      update search_nodes set seen_at = clock_timestamp(), state = next,
        state_since = case when state = next then state_since else clock_timestamp() end
      from decided where name = $1
      returning state`,
    values: [name, answers, caughtUpSeconds],
  });
  return rows[0]?.state;
}

/** The node has no whole index any more: it is to be filled from the catalog. One that drains goes on draining. */
export async function markFilling(database: Database, name: string): Promise<void> {
  await database.query(
    `update search_nodes set state = 'filling', state_since = clock_timestamp()
      where name = $1 and state in ('serving', 'behind')`,
    [name],
  );
}

/** The node has been filled: it serves as soon as it has caught up with what changed meanwhile. */
export async function markFilled(database: Database, name: string): Promise<void> {
  await database.query(
    `update search_nodes set state = 'behind', state_since = clock_timestamp()
      where name = $1 and state = 'filling'`,
    [name],
  );
  await reportNode(database, name, { answers: true });
}
