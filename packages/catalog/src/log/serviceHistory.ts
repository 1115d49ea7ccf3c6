import { isServiceId, type ServiceHistory } from '@shirube/contracts';
import type { Database } from '../database.js';
import { isVisible } from '../services/serviceRow.js';

type Entry = ServiceHistory[number];

/** The field names of the API, by column. */
const fields: Record<string, string> = {
  currency: 'pricing.currency',
  price_per_request: 'pricing.pricePerRequest',
  free_quota: 'pricing.freeQuota',
  payment_address: 'x402Config.paymentAddress',
  network: 'x402Config.network',
  trust_score: 'trustScore',
  owner_verified: 'ownerVerified',
};

interface HistoryRow extends Pick<Entry, 'type'> {
  at: Date;
  /** The old and the new value by column, if known. */
  changed: Record<string, [from: unknown, to: unknown] | null> | null;
  reason: Entry['reason'] | null;
  new_status: Entry['status'] | null;
  source: string | null;
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toEntry({ type, at, changed, reason, new_status: status, source }: HistoryRow): Entry {
  const columns = Object.entries(changed ?? {}).map(([column, pair]) => ({
    field: fields[column] ?? column,
    pair,
  }));
  const values = columns.flatMap(({ field, pair }) =>
    pair ? [{ field, from: asText(pair[0]), to: asText(pair[1]) }] : [],
  );
  return {
    type,
    at: at.toISOString(),
    fields: columns.map(({ field }) => field),
    ...(values.length > 0 ? { values } : {}),
    ...(status ? { status } : {}),
    ...(reason ? { reason } : {}),
    ...(source === null ? {} : { source }),
  };
}

// Entries that were pruned from the log are in service_history while the service exists, and so are those from before
// the log recorded what changed. Trust has a separate history. For a removed service there is only the log.
const history = `
  (
    select * from (
      select number, type, at, changed, reason, changed -> 'status' ->> 1 as new_status, null as source
      from service_history where service_id = $1
      union all
      select number, type, at, coalesce(changed, (select jsonb_object_agg(name, null::text) from unnest(columns) as name))
        - 'trust_score', reason, new_status, null
      from changes
      where service_id = $1 and type <> 'touched' and (columns is null or not columns <@ array['trust_score'])
        and (changed is not null or not exists (select from services where id = $1))
    ) as noted
    where not exists (select from services where id = $1 and not (${isVisible}))
    order by at desc, number desc limit $2
  )
  union all
  select 0, 'created', created_at, null, null, null,
    (select source from mirrored_services where service_id = $1 and not handed_over limit 1)
  from services where id = $1 and ${isVisible}`;

/** Returns the history of a service, latest first: its registration and its last changes, as far as they are kept. */
export async function listServiceHistory(database: Database, id: string, limit = 100): Promise<ServiceHistory> {
  if (!isServiceId(id)) return [];
  const { rows } = await database.query<HistoryRow>({
    name: 'service-history',
    text: history,
    values: [id, limit],
  });
  return rows.map(toEntry);
}
