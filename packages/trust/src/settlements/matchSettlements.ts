import { type Database, ofFirstAt } from '@shirube/catalog';

/** What tells whose a settlement is. */
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
      services.id = ${ofFirstAt('id', 'services.endpoint_key')} as is_first,
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
 * The ids of the services that settlements belong to, each in the place of its settlement. A settlement belongs to the
 * service whose endpoint was paid for; of several it is the one that is paid there, then the one that has had the
 * endpoint first. Where no endpoint tells, it belongs to the service that is paid at that address on that network, and of
 * several to the one that is verified, then to one that does not merely lead to another host. Where that leaves more
 * than one it belongs to none.
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
  const { rows } = await database.query<{ n: number; id: string }>(match, [JSON.stringify(lines)]);
  const ids = new Map(rows.map(({ n, id }) => [n, id]));
  return settlements.map((_, n) => ids.get(n));
}
