import type { Database } from '../database.js';
import { type NodeState, nodesWithLag } from './rotation.js';

/** A node that was unreachable serves again when its lag exceeds that of the others by at most this much. */
const caughtUpSeconds = 1;

/**
 * Reports for the indexers of a node that they are running, and whether their engine responds. An unreachable node
 * leaves the rotation, and returns when it has caught up with the others. Returns its state; undefined if it was
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
        select state as was, case
          when state = 'serving' and not $2 then 'behind'
          when state = 'behind' and $2 and lag <= $3 + coalesce(
            (select min(lag) from nodes where state = 'serving' and name <> $1), 'infinity') then 'serving'
          else state end as next
        from nodes where name = $1
      )
      -- A state that was set in the meantime stays: nothing was decided about it.
      update search_nodes set seen_at = clock_timestamp(),
        state = case when state = was then next else state end,
        state_since = case when state = was and was <> next then clock_timestamp() else state_since end
      from decided where name = $1
      returning state`,
    values: [name, answers, caughtUpSeconds],
  });
  return rows[0]?.state;
}

/**
 * Marks a node whose index is no longer complete: it must be filled from the catalog. A draining node stays draining.
 */
export async function markFilling(database: Database, name: string): Promise<void> {
  await database.query(
    `update search_nodes set state = 'filling', state_since = clock_timestamp()
      where name = $1 and state in ('serving', 'behind')`,
    [name],
  );
}

/** Marks a node as filled: it serves as soon as it has caught up with changes since then. */
export async function markFilled(database: Database, name: string): Promise<void> {
  await database.query(
    `update search_nodes set state = 'behind', state_since = clock_timestamp()
      where name = $1 and state = 'filling'`,
    [name],
  );
  await reportNode(database, name, { answers: true });
}

/** Records the progress of a rebuild of a node's index, from 0 to 1; undefined when it has ended. */
export async function noteRebuild(database: Pick<Database, 'query'>, node: string, rebuilt?: number): Promise<void> {
  await database.query('update search_nodes set rebuilt = $2, rebuilt_at = clock_timestamp() where name = $1', [
    node,
    rebuilt ?? null,
  ]);
}
