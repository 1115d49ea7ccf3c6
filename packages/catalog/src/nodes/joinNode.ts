import type { Database } from '../database.js';
import type { NodeState } from './rotation.js';

/** Registers a node, and returns its state. A new node must be filled from the catalog. */
export async function joinNode(database: Database, name: string): Promise<NodeState> {
  const { rows } = await database.query<{ state: NodeState }>(
    `with follower as (
        insert into followers (name) values ('search:' || $1) on conflict do nothing
      )
      insert into search_nodes (name) values ($1)
      on conflict (name) do update set seen_at = clock_timestamp() returning state`,
    [name],
  );
  return rows[0]?.state ?? 'filling';
}

/** Takes a node out of rotation. Its indexers still keep it up to date. Returns false if there is no such node. */
export async function drainNode(database: Pick<Database, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update search_nodes set state = 'draining', state_since = clock_timestamp() where name = $1`,
    [name],
  );
  return rowCount === 1;
}

/** Lets a drained node serve again, once it has caught up. Returns false if there is no such draining node. */
export async function undrainNode(database: Pick<Database, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update search_nodes set state = 'behind', state_since = clock_timestamp()
      where name = $1 and state = 'draining'`,
    [name],
  );
  return rowCount === 1;
}

/** Removes a node. An indexer that starts with its name fills it again. Returns false if there is no such node. */
export async function removeNode(database: Pick<Database, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `with follower as (delete from followers where name = 'search:' || $1)
      delete from search_nodes where name = $1`,
    [name],
  );
  return rowCount === 1;
}
