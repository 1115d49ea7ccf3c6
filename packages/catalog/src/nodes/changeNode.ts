import type { Database } from '../database.js';

/** Takes a node out of rotation; it is kept up to date for as long as its indexers run. False when there is none. */
export async function drainNode(database: Database, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update search_nodes set state = 'draining', state_since = clock_timestamp()
      where name = $1 and state <> 'lost'`,
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

const rowsAtOnce = 10_000;

/** Notes no further change for the node, and takes everything that is noted out of its ledger. */
async function dropLedger(
  database: Database,
  name: string,
  onProgress: (dropped: number) => void = () => {},
): Promise<void> {
  await database.query(
    `update search_nodes set state = 'lost', state_since = clock_timestamp() where name = $1`,
    [name],
  );
  for (let dropped = 0; ; ) {
    const { rowCount } = await database.query(
      `delete from pending_index where node = $1 and service_id in (
          select service_id from pending_index where node = $1 limit $2
        )`,
      [name, rowsAtOnce],
    );
    dropped += rowCount ?? 0;
    onProgress(dropped);
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
}

/** Forgets a node and its ledger. An indexer that starts under its name fills it anew. False when there is none. */
export async function removeNode(
  database: Database,
  name: string,
  onProgress?: (dropped: number) => void,
): Promise<boolean> {
  await dropLedger(database, name, onProgress);
  const { rowCount } = await database.query('delete from search_nodes where name = $1', [name]);
  return rowCount === 1;
}

/** When a node counts as lost. */
export interface LossBounds {
  /** Its indexers have not reported for so long, … */
  unseenSeconds: number;
  /** … and so many changes wait for it: it is filled anew about as quickly. */
  pending: number;
}

export const lossBounds: LossBounds = { unseenSeconds: 600, pending: 100_000 };

/** Drops the ledger of every node that is gone for long and for which much waits; returns their names. */
export async function dropLostNodes(
  database: Database,
  { unseenSeconds, pending }: LossBounds = lossBounds,
): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select name from search_nodes
      where state <> 'lost' and seen_at < clock_timestamp() - make_interval(secs => $1)
        and (select count(*) from (select from pending_index where node = name limit $2 + 1) as waiting) > $2`,
    [unseenSeconds, pending],
  );
  for (const { name } of rows) await dropLedger(database, name);
  return rows.map(({ name }) => name);
}
