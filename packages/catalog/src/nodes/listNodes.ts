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
  setAside: number;
  /** The progress of a running rebuild, from 0 to 1. */
  rebuilt: number | null;
}

/** Returns all nodes, with their pending work counted. */
export async function listNodes(database: Database): Promise<SearchNode[]> {
  const [standings, { rows }] = await Promise.all([
    readRotation(database),
    database.query<Omit<SearchNode, Exclude<keyof NodeStanding, 'name'>>>(
      `select search_nodes.name, iso_time(joined_at) as "joinedAt", iso_time(search_nodes.seen_at) as "seenAt",
          greatest(0, extract(epoch from clock_timestamp() - search_nodes.seen_at))::float8 as "unseenSeconds",
          (select count(distinct service_id) from changes
            where (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)
          )::float8 as pending,
          (select count(*) from refused_documents where node = search_nodes.name)::float8 as "setAside",
          case when rebuilt_at > now() - interval '2 minutes' then rebuilt::float8 end as rebuilt
        from search_nodes left join followers on followers.name = 'search:' || search_nodes.name
        order by search_nodes.name`,
    ),
  ]);
  return rows.flatMap((row) => {
    const node = standings.find(({ name }) => name === row.name);
    return node ? [{ ...node, ...row }] : [];
  });
}

/** Returns the nodes whose indexers are running, or were a moment ago. Jobs for any other node would only pile up. */
export async function nodesAtWork(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    name: 'nodes-at-work',
    text: `select name from search_nodes
      where seen_at > clock_timestamp() - interval '1 minute' order by name`,
  });
  return rows.map(({ name }) => name);
}
