import type { Database } from '../database.js';
import { type NodeStanding, readRotation } from './rotation.js';

/** A node as operators see it. */
export interface SearchNode extends NodeStanding {
  joinedAt: string;
  /** When its indexers last reported. */
  seenAt: string;
  unseenSeconds: number;
  pending: number;
  /** Services that its engine refuses. */
  failed: number;
}

/** Every node and its ledger, counted. */
export async function listNodes(database: Database): Promise<SearchNode[]> {
  const [standings, { rows }] = await Promise.all([
    readRotation(database),
    database.query<{
      name: string;
      joined_at: Date;
      seen_at: Date;
      unseen: number;
      pending: string;
      failed: string;
    }>(
      `select name, joined_at, seen_at, extract(epoch from clock_timestamp() - seen_at)::float8 as unseen,
          count(service_id) filter (where failed_at is null) as pending,
          count(service_id) filter (where failed_at is not null) as failed
        from search_nodes left join pending_index on node = name
        group by name order by name`,
    ),
  ]);
  return rows.flatMap((row) => {
    const standing = standings.find(({ name }) => name === row.name);
    if (!standing) return [];
    return {
      ...standing,
      joinedAt: row.joined_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      unseenSeconds: Math.max(0, row.unseen),
      pending: Number(row.pending),
      failed: Number(row.failed),
    };
  });
}

/** Nodes whose indexers are at work, or were a moment ago: who else is announced to would only gather jobs. */
export async function nodesAtWork(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    name: 'nodes-at-work',
    text: `select name from search_nodes
      where state <> 'lost' and seen_at > clock_timestamp() - interval '1 minute' order by name`,
  });
  return rows.map(({ name }) => name);
}
