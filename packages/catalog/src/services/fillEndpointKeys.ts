import type pg from 'pg';
import { endpointDigest } from './endpointDigest.js';

const atOnce = 1_000;

/** Fills in by what endpoints are compared, of services that an earlier version has stored. */
export async function fillEndpointKeys(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string; endpoint: string }>(
      'select id, endpoint from services where endpoint_key is null order by id limit $1',
      [atOnce],
    );
    if (rows.length === 0) return;
    await client.query(
      `update services set endpoint_key = filled.key
        from unnest($1::uuid[], $2::text[]) as filled (id, key) where services.id = filled.id`,
      [rows.map(({ id }) => id), rows.map(({ endpoint }) => endpointDigest(endpoint))],
    );
  }
}
