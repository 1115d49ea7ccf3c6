import { type Database, listFirst } from '@shirube/catalog';

/** The fields that a settlement is matched by. */
export interface Payment {
  network: string;
  payTo: string;
  resourceKeys: readonly string[];
}

const match = `
  with line as (
    select * from json_to_recordset($1) as line (n integer, network text, pay_to text, keys text[])
  ), candidate as (
    select line.n, services.id, key.place,
      services.chain = line.network and lower(services.payment_address) = lower(line.pay_to) as is_payee,
      services.id = any ($2::uuid[]) as is_first,
      services.status = 'verified' as is_verified, services.leads_to is null as is_itself
    from line cross join unnest(line.keys) with ordinality as key (value, place)
    join services on services.endpoint_key = key.value
    union all
    select line.n, services.id, null, true, false, services.status = 'verified', services.leads_to is null
    from line
    join services on services.chain = line.network and lower(services.payment_address) = lower(line.pay_to)
      and (services.payment_address = line.pay_to or line.pay_to ilike '0x%')
  ), ranked as (
    select n, id, rank() over (
      partition by n order by place nulls last, is_payee desc, is_first desc, is_verified desc, is_itself desc
    ) as rank
    from candidate
  )
  select n, min(id::text) as id from ranked where rank = 1 group by n having count(*) = 1`;

/**
 * Returns the ids of the services that settlements belong to, in the order of the settlements. A settlement belongs to
 * the service whose endpoint was paid for. Among several, the one with that payment address comes first, then the one
 * that has had the endpoint longest. If no endpoint matches, it belongs to the service with that payment address on
 * that network. Among several, a verified one comes first, then one that does not merely redirect to another host. If
 * more than one remains, it belongs to none.
 */
export async function matchSettlements(
  database: Pick<Database, 'query'>,
  settlements: readonly Payment[],
): Promise<(string | undefined)[]> {
  const lines = settlements.map(({ network, payTo, resourceKeys }, n) => ({
    n,
    network,
    pay_to: payTo,
    keys: resourceKeys,
  }));
  const first = await listFirst(database, [...new Set(settlements.flatMap(({ resourceKeys }) => resourceKeys))]);
  const { rows } = await database.query<{ n: number; id: string }>(match, [JSON.stringify(lines), first]);
  const ids = new Map(rows.map(({ n, id }) => [n, id]));
  return settlements.map((_, n) => ids.get(n));
}
