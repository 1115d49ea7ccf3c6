import { batchColumns, type Database, toBatchRecord } from '@shirube/catalog';
import type { FullService } from '@shirube/contracts';
import { type ImportChoice, type ImportedLines, type NewLines, storeRecords } from './importLines.js';

const columns = `id, account_id, name, description, endpoint, endpoint_key, endpoint_host, category, currency,
  price_per_request, free_quota, payment_address, network, chain, trust_score, status, uptime_score, last_checked, tx_count,
  total_revenue, created_at, updated_at, details, observed`;

const importAll = `
  with batch as (
    select * from json_to_recordset($1) as batch (${batchColumns}, trust_score integer, status text,
      uptime_score numeric, last_checked timestamptz, tx_count bigint, total_revenue numeric, updated_at timestamptz,
      observed json)
  ), gone as (
    select id from batch
    where not $2 and not exists (select from services where services.id = batch.id)
      and exists (select from changes where service_id = batch.id and type = 'deleted')
  ), new_categories as (
    insert into categories (id, label) select distinct category, label from batch order by category
    on conflict (id) do nothing
  ), stored as (
    insert into services (${columns})
    select ${columns} from batch where id not in (select id from gone) order by id
    on conflict (id) do nothing
    returning id
  )
  select array(select id from stored order by id) as ids, (select count(*)::int from gone) as removed`;

/** A service, with everything that is known about it, as one record of a batch. */
function toFullRecord(service: FullService, accountId?: string) {
  return {
    ...toBatchRecord(service, accountId),
    trust_score: service.trustScore,
    status: service.status,
    uptime_score: service.uptimeScore,
    last_checked: service.lastChecked,
    tx_count: service.txCount,
    total_revenue: service.totalRevenue,
    updated_at: service.updatedAt,
    observed: service.observed,
  };
}

/**
 * Stores services of a full export under their own ids, with everything that is known about them: all of them or none.
 * Existing services are not changed. Services that were removed here stay removed, unless `restore` is set.
 */
export async function importFull(
  database: Pick<Database, 'query'>,
  services: readonly FullService[],
  { restore, accountId }: ImportChoice,
): Promise<ImportedLines> {
  const records = services.map((service) => toFullRecord(service, accountId));
  return storeRecords(database, importAll, records, restore);
}

/** Counts how many of the services an import would store, and how many were removed here. */
export async function countNewFull(database: Database, services: readonly FullService[]): Promise<NewLines> {
  const { rows } = await database.query<NewLines>(
    `select (count(*) filter (where not was_removed))::int as fresh,
        (count(*) filter (where was_removed))::int as removed
      from (
        select exists (select from changes where service_id = batch.id and type = 'deleted') as was_removed
        from unnest($1::uuid[]) as batch (id)
        where not exists (select from services where services.id = batch.id)
      ) as missing`,
    [services.map(({ id }) => id)],
  );
  return rows[0] ?? { fresh: 0, removed: 0 };
}
