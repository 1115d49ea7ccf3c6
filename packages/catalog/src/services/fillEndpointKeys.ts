import { endpointHost } from '@shirube/domain';
import type pg from 'pg';
import { endpointDigest } from './endpointDigest.js';

const atOnce = 1_000;

/** Endpoints whose host and path are obviously normalized already. Must match the index of the rows to fill. */
const plain = "'^https?://([a-z0-9-]+\\.)*[a-z][a-z0-9-]*(:[0-9]+)?(/[^/\\\\?#]+)*/?([?#]|$)'";

const unfilled = `
  (select id, endpoint from services where endpoint_key is null order by id limit $1)
  union
  (select id, endpoint from services where endpoint_host is null and endpoint !~* ${plain} order by id limit $1)`;

const fillIn = `
  with filled as (
    select * from unnest($1::uuid[], $2::text[], $3::text[]) as filled (id, key, host)
  ), stored as (
    update services set endpoint_key = filled.key, endpoint_host = filled.host from filled where services.id = filled.id
  ), moved as (
    update monitoring set host = filled.host from filled
    where service_id = filled.id and monitoring.host <> filled.host
    returning monitoring.host, due_at
  )
  insert into monitored_hosts (host, due_at) select host, min(due_at) from moved group by host order by host
  on conflict (host) do update set due_at = least(monitored_hosts.due_at, excluded.due_at)`;

/** Fills in the keys and hosts of endpoints, for services that an earlier version has stored. */
export async function fillEndpointKeys(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string; endpoint: string }>(unfilled, [atOnce]);
    if (rows.length === 0) return;
    await client.query(fillIn, [
      rows.map(({ id }) => id),
      rows.map(({ endpoint }) => endpointDigest(endpoint)),
      rows.map(({ endpoint }) => endpointHost(endpoint)),
    ]);
  }
}
