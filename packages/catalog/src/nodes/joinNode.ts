import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';
import type { NodeState } from './rotation.js';

/** Writers wait behind the lock for no longer than this; an import may hold it up, and joining is tried again. */
const lockWait = '1s';

/**
 * Makes a node known, and returns how it is. From here on every change is noted for it: a new node, or one that was
 * lost, is to be filled from the catalog after this, and then lacks nothing.
 */
export async function joinNode(database: Database, name: string): Promise<NodeState> {
  const { rows } = await database.query<{ state: NodeState }>(
    "update search_nodes set seen_at = clock_timestamp() where name = $1 and state <> 'lost' returning state",
    [name],
  );
  return rows[0]?.state ?? (await enter(database, name));
}

const enter = (database: Database, name: string): Promise<NodeState> =>
  inTransaction(database, async (client) => {
    await client.query(`set local lock_timeout = '${lockWait}'`);
    // Waits for every change that was made without knowing this node: the catalog shows it once this is committed.
    await client.query('lock table search_nodes in exclusive mode');
    const { rows } = await client.query<{ state: NodeState }>(
      `insert into search_nodes (name) values ($1)
        on conflict (name) do update set
          state = case search_nodes.state when 'lost' then 'filling' else search_nodes.state end,
          state_since = clock_timestamp(), seen_at = clock_timestamp()
        returning state`,
      [name],
    );
    await client.query('insert into index_hold (node) values ($1) on conflict do nothing', [name]);
    return rows[0]?.state ?? 'filling';
  });
