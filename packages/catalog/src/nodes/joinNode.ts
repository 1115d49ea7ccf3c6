import type { Database } from '../database.js';
import type { NodeState } from './rotation.js';

/** Makes a node known, and returns how it is. A new one is to be filled from the catalog. */
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

/** Takes a node out of rotation; it is kept up to date for as long as its indexers run. False when there is none. */
export async function drainNode(database: Database, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update search_nodes set state = 'draining', state_since = clock_timestamp() where name = $1`,
    [name],
  );
  return rowCount === 1;
}

/** Lets a node that was drained serve again, once it has caught up. False when there is none that drains. */
export async function undrainNode(database: Database, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update search_nodes set state = 'behind', state_since = clock_timestamp()
      where name = $1 and state = 'draining'`,
    [name],
  );
  return rowCount === 1;
}

/** Removes a node. An indexer that starts under its name fills it anew. False when there is none. */
export async function removeNode(database: Database, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `with follower as (delete from followers where name = 'search:' || $1)
      delete from search_nodes where name = $1`,
    [name],
  );
  return rowCount === 1;
}
