import type { NodeSample, NodeSamplesQuery } from '@shirube/contracts';
import { type Database, isoTime } from '../database.js';
import { nodesWithLag } from './rotation.js';

/** How long samples are kept. */
const keptHours = 25;
/** A rebuild without progress for this long is considered stopped. */
const rebuildSeconds = 120;

/**
 * Samples every node, once a minute however many callers there are, and prunes samples older than a day. The entries
 * that a node has processed are counted from the cursor of its last sample.
 */
export async function sampleNodes(database: Pick<Database, 'query'>): Promise<void> {
  await database.query(
    `with nodes as (${nodesWithLag}), pruned as (
        delete from node_samples where at < now() - make_interval(hours => $1)
      )
      insert into node_samples (node, at, lag_seconds, pending, passed, transaction_id, number, rebuilt)
      select name, date_trunc('minute', now()), lag, (
          select count(*) from changes
          where (changes.transaction_id, changes.number) > (nodes.transaction_id, nodes.number)
        ), (
          select count(*) from changes
          where (changes.transaction_id, changes.number) > (last.transaction_id, last.number)
            and (changes.transaction_id, changes.number) <= (nodes.transaction_id, nodes.number)
        ), nodes.transaction_id, nodes.number, case when rebuilt_at > now() - make_interval(secs => $2) then rebuilt end
      from nodes join search_nodes using (name) left join lateral (
        select transaction_id, number from node_samples where node = name order by at desc limit 1
      ) as last on true
      on conflict (node, at) do nothing`,
    [keptHours, rebuildSeconds],
  );
}

/** Returns the samples of the last hour or day, oldest first. */
export async function readNodeSamples(
  database: Pick<Database, 'query'>,
  { window = '1h' }: NodeSamplesQuery,
): Promise<NodeSample[]> {
  const { rows } = await database.query<NodeSample>(
    `select node, ${isoTime('at')} as at, lag_seconds::float8 as "lagSeconds", pending::float8, passed::float8,
        round(rebuilt::numeric, 4)::float8 as rebuilt
      from node_samples where at > now() - $1::interval order by at, node`,
    [window],
  );
  return rows;
}

/** Records the progress of a rebuild of a node's index, from 0 to 1; undefined when it has ended. */
export async function noteRebuild(database: Pick<Database, 'query'>, node: string, rebuilt?: number): Promise<void> {
  await database.query('update search_nodes set rebuilt = $2, rebuilt_at = clock_timestamp() where name = $1', [
    node,
    rebuilt ?? null,
  ]);
}
