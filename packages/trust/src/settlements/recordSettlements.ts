import { type Database, resourceKeys } from '@shirube/catalog';
import type { ReadSettlement } from '@shirube/contracts';
import { countEarned } from './countEarned.js';
import { matchSettlementsAgain } from './matchAgain.js';
import { matchSettlements } from './matchSettlements.js';

interface RecordedSettlements {
  matched: number;
  unmatched: number;
  /** Already known, or duplicates within the input. */
  repeated: number;
  /** The services that have earned something. */
  serviceIds: string[];
}

// Always in the same order, to avoid deadlocks.
const record = `
  with batch as (
    select * from json_to_recordset($1) as batch (network text, transaction text, service_id uuid, pay_to text, payer text,
      asset text, amount numeric, currency text, family text, value numeric, resource text, resource_keys text[],
      settled_at timestamptz)
  ), stored as (
    insert into settlements (network, transaction, service_id, pay_to, payer, asset, amount, currency, value,
      resource, resource_keys, settled_at, reported_by)
    select network, transaction, service_id, pay_to, payer, asset, amount, currency, value, resource, resource_keys,
      settled_at, $2
    from batch order by network, transaction
    on conflict (network, transaction) do nothing
    returning network, transaction, service_id
  ), earned as (
    select batch.* from batch join stored using (network, transaction) where batch.service_id is not null
  ), ${countEarned}
  select count(service_id) as matched, count(*) filter (where service_id is null) as unmatched,
    coalesce(array_agg(distinct service_id) filter (where service_id is not null), '{}') as service_ids
  from stored`;

/** Keeps one settlement per network and transaction, because a statement cannot store the same row twice. */
function distinct(settlements: readonly ReadSettlement[]): ReadSettlement[] {
  return [
    ...new Map(
      settlements.map((settlement) => [`${settlement.network} ${settlement.transaction}`, settlement]),
    ).values(),
  ];
}

/**
 * Stores settlements that an account reports, each once, and counts them for the services that they belong to. A
 * payment in another currency than that of the service counts as a transaction, but not as revenue. A payment in an
 * unknown coin, which anybody can create, belongs to no service.
 */
export async function recordSettlements(
  database: Database,
  settlements: readonly ReadSettlement[],
  accountId: string,
): Promise<RecordedSettlements> {
  const once = distinct(settlements);
  if (once.length === 0) return { matched: 0, unmatched: 0, repeated: 0, serviceIds: [] };
  const payments = once.map((line) => ({ ...line, resourceKeys: resourceKeys(line.resource) }));
  const services = await matchSettlements(database, payments);
  const batch = payments.map(({ payTo, settledAt, value, resourceKeys, ...line }, i) => ({
    ...line,
    service_id: value && services[i],
    resource_keys: resourceKeys,
    pay_to: payTo,
    settled_at: settledAt,
    currency: value?.currency,
    family: value?.family,
    value: value?.amount,
  }));
  const { rows } = await database.query<{ matched: string; unmatched: string; service_ids: string[] }>({
    name: 'record-settlements',
    text: record,
    values: [JSON.stringify(batch), accountId],
  });
  const [row] = rows;
  const matched = Number(row?.matched ?? 0);
  const unmatched = Number(row?.unmatched ?? 0);
  // A service that was registered meanwhile has looked for its settlements before these were stored.
  const left = payments.filter(({ value }, i) => value && services[i] === undefined);
  const found = left.length > 0 ? await matchSettlements(database, left) : [];
  const registered = found.filter((id) => id !== undefined);
  const earners = registered.length > 0 ? await matchSettlementsAgain(database, registered) : [];
  return {
    matched,
    unmatched,
    repeated: settlements.length - matched - unmatched,
    serviceIds: [...(row?.service_ids ?? []), ...earners],
  };
}
