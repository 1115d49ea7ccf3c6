import { hostNames } from '@shirube/domain';
import type pg from 'pg';

const atOnce = 1_000;

/** Fills in the providers of services that an earlier version has stored. */
export async function fillProviders(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ host: string }>(
      `select distinct endpoint_host as host from (
          select endpoint_host from services where provider is null and endpoint_host is not null order by id limit $1
        ) as unfilled`,
      [atOnce],
    );
    if (rows.length === 0) return;
    await client.query(
      `update services set provider = filled.provider
        from unnest($1::text[], $2::text[]) as filled (host, provider)
        where services.provider is null and services.endpoint_host = filled.host`,
      [rows.map(({ host }) => host), rows.map(({ host }) => hostNames(host).provider)],
    );
  }
}
