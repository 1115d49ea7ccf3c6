import type { Database } from '../database.js';
import type { Position } from '../log/position.js';

export interface NodeProgress {
  /** Services whose current state is not indexed yet, apart from those set aside. */
  pending: number;
  oldestSeconds: number;
  /** Services that the engine refuses. */
  setAside: number;
}

const outstanding = `
  select service_id, at from changes, followers
  where name = 'search:' || $1
    and (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)`;

/** Returns how far the index of a node is behind the catalog. */
export async function nodeProgress(database: Database, node: string): Promise<NodeProgress> {
  const { rows } = await database.query<NodeProgress>(
    `select count(distinct service_id)::float8 as pending,
        coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as "oldestSeconds",
        (select count(*) from refused_documents where node = $1)::float8 as "setAside"
      from (${outstanding}) as outstanding`,
    [node],
  );
  return rows[0] ?? { pending: 0, oldestSeconds: 0, setAside: 0 };
}

/** Returns which of the services are pending at the node, or set aside. */
export async function findPending(database: Database, node: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ service_id: string }>(
    `select service_id from (${outstanding}) as outstanding where service_id = any ($2::uuid[])
      union select service_id from refused_documents where node = $1 and service_id = any ($2::uuid[])`,
    [node, ids],
  );
  return new Set(rows.map((row) => row.service_id));
}

/** Returns the position of the last entry of a service; undefined if the log has none. */
export async function lastEntryOf(database: Database, id: string): Promise<Position | undefined> {
  const { rows } = await database.query<{ transaction: string; number: string }>({
    name: 'last-entry-of',
    text: `select transaction_id::text as transaction, number from changes where service_id = $1
      order by transaction_id desc, number desc limit 1`,
    values: [id],
  });
  const [row] = rows;
  return row && { transaction: BigInt(row.transaction), number: BigInt(row.number) };
}
