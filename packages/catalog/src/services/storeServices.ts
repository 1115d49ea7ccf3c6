import {
  detailsOf,
  type FullService,
  type Moderation,
  type Registration,
  type ServiceDetail,
} from '@shirube/contracts';
import { chainOf, endpointHost, providerOf } from '@shirube/domain';
import { operatorAccount } from '../accounts/accounts.js';
import { ownerProof } from '../accounts/ownerProof.js';
import { titleCase } from '../categories/categoryLabels.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { type SameEndpoint, sameEndpoint } from './findSameEndpoint.js';
import { newService } from './newService.js';

/** Registers many services for the operator, all or none. */
export async function importServices(
  database: Database,
  registrations: readonly Registration[],
): Promise<ServiceDetail[]> {
  const services = registrations.map(newService);
  await storeServices(
    database,
    services.map((service) => toBatchRecord(service)),
  );
  return services;
}

/** Columns of the JSON records that `toBatchRecord` makes, for json_to_recordset. */
export const batchColumns = `id uuid, account_id uuid, name text, description text, endpoint text, endpoint_key text, endpoint_host text, provider text, category text, label text,
  currency text, price_per_request text, free_quota bigint, payment_address text, network text, chain text,
  created_at timestamptz, updated_at timestamptz, trust_score integer, status text, uptime_score numeric,
  last_checked timestamptz, tx_count bigint, total_revenue numeric, details json, observed json, usual_quota integer`;

/** Stores the rows of `rows` (with the columns of a batch), and any new categories. */
const insertBatch = (rows: string) => `
  new_categories as (
    insert into categories (id, label) select distinct category, label from ${rows} order by category
    on conflict (id) do nothing
  ), stored as (
    insert into services (id, account_id, name, description, endpoint, endpoint_key, endpoint_host, provider, category, currency, price_per_request,
      free_quota, payment_address, network, chain, created_at, updated_at, trust_score, status, uptime_score, last_checked,
      tx_count, total_revenue, details, observed, owner_verified)
    select id, account_id, name, description, endpoint, endpoint_key, endpoint_host, provider, category, currency, price_per_request, free_quota,
      payment_address, network, chain, created_at, updated_at, trust_score, status, coalesce(uptime_score, 0), last_checked,
      coalesce(tx_count, 0), coalesce(total_revenue, 0), details, observed,
      ${ownerProof(`${rows}.account_id`)}
    from ${rows} order by id
    -- Only what was stored before, when the answer to that was lost.
    on conflict (id) do nothing
    returning id, account_id, endpoint_key, moderation, moderation_reason, moderated_at
  )`;

/**
 * Selects `allowed` from `records` (with the columns of a batch): those that their accounts have room for. Accounts are
 * in order, because `account_room` locks them.
 */
export const allowRecords = `
  rooms as materialized (
    select account_id, usual_quota, account_room(account_id, usual_quota) as room
    from (select distinct account_id, usual_quota from records order by 1) as accounts
  ), allowed as (
    select placed.* from (
      select *, row_number() over (partition by account_id, usual_quota order by id) as place from records
    ) as placed
    join rooms on rooms.account_id = placed.account_id and rooms.usual_quota is not distinct from placed.usual_quota
    where room is null or place <= room
  )`;

export type BatchRecord = ReturnType<typeof toBatchRecord>;

/** What is known of a service of another directory, besides what its detail shows. */
type CheckedFields = Pick<FullService, 'uptimeScore' | 'lastChecked' | 'txCount' | 'totalRevenue' | 'observed'>;

/**
 * Converts a service of an account to a batch record. `usualQuota` is the quota of accounts that have none of their
 * own; without it, the account may have any number of services, as the operator's always may.
 */
export function toBatchRecord(
  service: Omit<ServiceDetail, 'supportedChains'> & Partial<CheckedFields>,
  accountId = operatorAccount,
  usualQuota?: number | undefined,
) {
  return {
    id: service.id,
    account_id: accountId,
    name: service.name,
    description: service.description,
    endpoint: service.endpoint,
    endpoint_key: endpointDigest(service.endpoint),
    endpoint_host: endpointHost(service.endpoint),
    provider: providerOf(service.endpoint),
    category: service.category,
    label: titleCase(service.category),
    currency: service.pricing.currency,
    price_per_request: service.pricing.pricePerRequest,
    free_quota: service.pricing.freeQuota,
    payment_address: service.x402Config.paymentAddress,
    network: service.x402Config.network,
    chain: chainOf(service.x402Config.network),
    created_at: service.createdAt,
    updated_at: service.updatedAt,
    trust_score: service.trustScore,
    status: service.status,
    uptime_score: service.uptimeScore,
    last_checked: service.lastChecked,
    tx_count: service.txCount,
    total_revenue: service.totalRevenue,
    observed: service.observed,
    details: detailsOf(service),
    usual_quota: accountId === operatorAccount ? undefined : usualQuota,
  };
}

/** Stores `rows` of `records`, as `insertBatch` does, and selects what became of each record. */
export const storeRecords = (rows: string) => `
  ${insertBatch(rows)}, mates as (
    select id, first_value(id) over there as first_id, first_value(account_id) over there as first_account,
      nullif(first_value(id) over (partition by endpoint_key, account_id order by id), id) as own_id
    from stored where moderation is null window there as (partition by endpoint_key order by id)
  )
  select records.id, stored.id is not null as "isNew",
    -- Not what was stored before, when the answer to that was lost.
    not exists (select from ${rows} as chosen where chosen.id = records.id)
      and not exists (select from services where services.id = records.id) as "isRefused",
    case when moderation is not null then
      json_build_object('state', moderation, 'reason', moderation_reason, 'at', iso_time(moderated_at)) end as moderation,
    ${sameEndpoint('records', (column) => `mates.${column}`)}
  from records left join stored using (id) left join mates using (id)`;

/** Stores services that are new by their ids, all or none. Returns their ids, in order. */
export async function addServices(
  database: Pick<Database, 'query'>,
  records: readonly BatchRecord[],
): Promise<string[]> {
  if (records.length === 0) return [];
  const { rows } = await database.query<{ id: string }>(
    `with batch as (select * from json_to_recordset($1) as batch (${batchColumns})), ${insertBatch('batch')}
      select id from stored order by id`,
    [JSON.stringify(records)],
  );
  return rows.map(({ id }) => id);
}

const insertAll = `
  with records as (select * from json_to_recordset($1) as records (${batchColumns})), ${allowRecords},
    ${storeRecords('allowed')}`;

/** What became of a record. */
export interface StoredRecord extends SameEndpoint {
  id: string;
  /** Whether it is stored by this statement, and was not before. */
  isNew: boolean;
  /** Whether it was not stored, because its account has as many services as it may have. */
  isRefused: boolean;
  /** The moderation of the endpoint, which a new service gets. */
  moderation: Moderation | null;
}

/** Stores new services in one statement, which also appends to the log and finds who else has their endpoints. */
export async function storeServices(
  database: Pick<Database, 'query'>,
  records: readonly BatchRecord[],
): Promise<StoredRecord[]> {
  const { rows } = await database.query<StoredRecord>({
    name: 'store-services',
    text: insertAll,
    values: [JSON.stringify(records)],
  });
  return rows;
}
