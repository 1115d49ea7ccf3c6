import type { Database } from '@shirube/catalog';
import { currencyFamily } from '@shirube/domain';
import { countEarned } from './countEarned.js';
import { matchSettlements } from './matchSettlements.js';

// Unmatched settlements that may belong to these services, or to any.
const candidates = `
  with recent as (
    select chain, payment_address, endpoint_key from services
    where $1::uuid[] is null or id = any ($1)
  ), candidate as (
    select network, transaction from recent join settlements on network = chain and lower(pay_to) = lower(payment_address)
    where service_id is null and currency is not null
    union
    select network, transaction from recent join settlements on resource_keys @> array[endpoint_key]
    where service_id is null and currency is not null
  )
  select network, transaction, pay_to, resource_keys, currency
  from candidate join settlements using (network, transaction)
  where (network, transaction) > ($2, $3) order by network, transaction limit $4`;

// A concurrent call finds them already claimed.
const claim = `
  with batch as (
    select * from json_to_recordset($1) as batch (network text, transaction text, service_id uuid, family text)
    where service_id in (select id from services)
  ), free as (
    select network, transaction from settlements
    where service_id is null and (network, transaction) in (select network, transaction from batch)
    order by network, transaction for update skip locked
  ), earned as (
    update settlements set service_id = batch.service_id
    from batch join free using (network, transaction)
    where settlements.network = batch.network and settlements.transaction = batch.transaction
    returning batch.service_id, settled_at, currency, family, value
  ), ${countEarned}
  select distinct service_id as id from earned`;

interface UnmatchedRow {
  network: string;
  transaction: string;
  pay_to: string;
  resource_keys: string[];
  currency: string | null;
}

const atOnce = 5_000;
/**
 * Retries settlements that matched no service when they were reported, for these services or for all. Each counts once,
 * even with concurrent calls. Returns the services that have earned something.
 */
export async function matchSettlementsAgain(database: Database, ids?: readonly string[]): Promise<string[]> {
  const serviceIds = new Set<string>();
  let last: Pick<UnmatchedRow, 'network' | 'transaction'> = { network: '', transaction: '' };
  for (;;) {
    const { rows } = await database.query<UnmatchedRow>(candidates, [ids, last.network, last.transaction, atOnce]);
    const owners = await matchSettlements(
      database,
      rows.map((row) => ({ network: row.network, payTo: row.pay_to, resourceKeys: row.resource_keys })),
    );
    const batch = rows.flatMap(({ network, transaction, currency }, i) =>
      owners[i] === undefined
        ? []
        : [{ network, transaction, service_id: owners[i], family: currency && currencyFamily(currency) }],
    );
    const { rows: earners } = await database.query<{ id: string }>(claim, [JSON.stringify(batch)]);
    for (const { id } of earners) serviceIds.add(id);
    const end = rows.at(-1);
    if (!end || rows.length < atOnce) break;
    last = end;
  }
  return [...serviceIds];
}
