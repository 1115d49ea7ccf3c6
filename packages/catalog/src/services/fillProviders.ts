import { providerOf } from '@shirube/domain';
import type pg from 'pg';

const atOnce = 1_000;

/** Fills in the providers of services that an earlier version has stored, a few at a time. */
export async function fillProviders(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string; endpoint: string }>(
      'select id, endpoint from services where provider is null order by id limit $1',
      [atOnce],
    );
    if (rows.length === 0) return;
    await client.query(
      `update services set provider = filled.provider
        from unnest($1::uuid[], $2::text[], $3::text[]) as filled (id, endpoint, provider)
        where services.id = filled.id and services.endpoint = filled.endpoint`,
      [
        rows.map(({ id }) => id),
        rows.map(({ endpoint }) => endpoint),
        rows.map(({ endpoint }) => providerOf(endpoint)),
      ],
    );
  }
}
