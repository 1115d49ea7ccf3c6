import type pg from 'pg';
import { resourceKeys } from './endpointDigest.js';

const atOnce = 1_000;

interface UnfilledRow {
  network: string;
  transaction: string;
  resource: string | null;
}

/** Fills in the resource keys of unmatched settlements that an earlier version has stored. */
export async function fillResourceKeys(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<UnfilledRow>(
      `select network, transaction, resource from settlements
        where service_id is null and resource_keys is null order by network, transaction limit $1`,
      [atOnce],
    );
    if (rows.length === 0) return;
    const filled = rows.map(({ resource, ...row }) => ({
      ...row,
      keys: resourceKeys(resource ?? undefined),
    }));
    await client.query(
      `update settlements set resource_keys = filled.keys
        from json_to_recordset($1) as filled (network text, transaction text, keys text[])
        where settlements.network = filled.network and settlements.transaction = filled.transaction`,
      [JSON.stringify(filled)],
    );
  }
}
