import type { Database } from '../database.js';
import { touchServices } from '../log/touch.js';

/** A document that the engine of a search node refuses. */
interface RefusedDocument {
  id: string;
  revision: number;
  reason: string;
}

/**
 * Records which documents of a batch the engine has refused. Documents that it has accepted are no longer set aside. A
 * service that has changed since is not recorded: a later batch, which may have been accepted already, has its change.
 */
export async function noteRefusals(
  database: Database,
  node: string,
  acceptedIds: readonly string[],
  refused: readonly RefusedDocument[],
): Promise<void> {
  if (acceptedIds.length + refused.length === 0) return;
  await database.query({
    name: 'note-refusals',
    text: `with taken as (
        delete from refused_documents where node = $1 and service_id = any ($2::uuid[])
      )
      insert into refused_documents (node, service_id, revision, reason)
      select $1, refused.* from unnest($3::uuid[], $4::bigint[], $5::text[]) as refused (id, revision, reason)
      where not exists (
        select from services where services.id = refused.id and services.revision > refused.revision
      )
      on conflict (node, service_id) do update
        set revision = excluded.revision, reason = excluded.reason, refused_at = clock_timestamp()`,
    values: [
      node,
      acceptedIds,
      refused.map(({ id }) => id),
      refused.map(({ revision }) => revision),
      refused.map(({ reason }) => reason),
    ],
  });
}

export interface SetAsideService extends RefusedDocument {
  name: string | null;
  /** The search node that refuses it. */
  node: string;
  refusedAt: string;
}

/** Returns the services that any node has set aside, newest first, with the engine's reason. */
export async function listSetAside(database: Pick<Database, 'query'>, limit = 100): Promise<SetAsideService[]> {
  const { rows } = await database.query<SetAsideService>(
    `select service_id as id, services.name, node, refused.revision::float8 as revision,
        iso_time(refused_at) as "refusedAt", reason
      from refused_documents as refused left join services on services.id = service_id
      order by refused_at desc, service_id, node limit $1`,
    [limit],
  );
  return rows;
}

/** Retries services that any node has set aside: all, or those of `ids`. Returns their ids. */
export async function retrySetAside(database: Pick<Database, 'query'>, ids?: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ service_id: string }>(
    `delete from refused_documents where $1::uuid[] is null or service_id = any ($1) returning service_id`,
    [ids ?? null],
  );
  const retried = [...new Set(rows.map((row) => row.service_id))];
  if (retried.length > 0) await touchServices(database, retried);
  return retried;
}
