import {
  chainOf,
  detailsOf,
  endpointHost,
  isServiceId,
  type Registration,
  type ServiceDetail,
} from '@shirube/contracts';
import type pg from 'pg';
import { titleCase } from '../categories/categoryLabels.js';
import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';
import { endpointDigest } from './endpointDigest.js';
import { registrationDigest } from './registrationDigest.js';
import { rescheduleChanged } from './scheduleChecks.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Who changes a service, and which service it takes that to be. */
export interface Editing {
  /** The editor may change the services of this account; every service when left out. */
  accountId?: string | undefined;
  /** Whether the service as it is now is the one that the editor knows. */
  isExpected?: ((service: ServiceDetail) => boolean) | undefined;
}

export type EditRefusal = 'not_found' | 'removed' | 'not_owner' | 'not_expected';
export type EditOutcome =
  | { outcome: 'done'; service: ServiceDetail /** Whose it is. */; accountId: string }
  | { outcome: EditRefusal };

/** What was seen of another endpoint or payee says nothing of the present one. Sets columns of `services`. */
export const forgetWhatWasSeen = (endpoint: string, paymentAddress: string, chain: string): string => {
  const isSame = `(services.endpoint, services.payment_address, services.chain) = (${endpoint}, ${paymentAddress}, ${chain})`;
  return `observed_since = case when ${isSame} then services.observed_since else clock_timestamp() end,
    proven_since = case when ${isSame} then services.proven_since end,
    leads_to = case when ${isSame} then services.leads_to end,
    observed = case when ${isSame} then services.observed end`;
};

/** The revenue is told in the currency of the service: one that changes it has earned what was settled in the new one. */
export const revenueIn = (currency: string): string => `
  case when upper(services.currency) = upper(${currency}) then services.total_revenue else (
    select coalesce(sum(amount), 0) from settlement_days
    where service_id = services.id and upper(${currency}) in (settlement_days.currency, family)
  ) end`;

const takesVerifiedAway = `status = 'verified' and (endpoint, currency, price_per_request, payment_address, network)
  is distinct from ($4, $7, $8, $10, $11)`;

/**
 * Changes what the owner says of a service. `edit` makes the new registration of the present
 * one; when it throws nothing is changed. Nobody else changes the service meanwhile. Who is paid, how much, and for what
 * was verified with the rest: when one of them changes, the service is unverified again. What is as wanted already is
 * done, whatever the editor knows: so a change whose answer was lost can be sent again (RFC 9110, 13.1.1).
 */
export function editService(
  database: Database,
  id: string,
  editing: Editing,
  edit: (registration: Registration) => Registration,
): Promise<EditOutcome> {
  return withEditable(database, id, editing, async (client, service, isExpected) => {
    const registration = edit(toRegistration(service));
    if (registrationDigest(registration) === registrationDigest(service)) return service;
    if (!isExpected) return undefined;
    const { name, description, endpoint, category, pricing, x402Config } = registration;
    const details = detailsOf(registration);
    const { rows } = await client.query<ServiceRow>(
      `with category as (
          insert into categories (id, label) values ($5, $6) on conflict (id) do nothing
        ), terms as (
          select $1::uuid as id, $4 as endpoint, $7 as currency, $8 as price_per_request, $10 as payment_address,
            $11 as network, $14 as endpoint_host
        ), ${rescheduleChanged('terms', "services.status <> 'verified'")}
        update services set name = $2, description = $3, endpoint = $4, category = $5, currency = $7,
          price_per_request = $8, free_quota = $9, payment_address = $10, network = $11, chain = $12, endpoint_key = $13,
          endpoint_host = $14, details = $15, endpoint_since = case when endpoint_key = $13 then endpoint_since else clock_timestamp() end,
          ${forgetWhatWasSeen('$4', '$10', '$12')},
          total_revenue = ${revenueIn('$7')},
          status = case when ${takesVerifiedAway} then 'unverified' else status end,
          status_reason = case when ${takesVerifiedAway} then 'edited' else status_reason end
        where id = $1
        returning ${serviceColumns}`,
      [
        id,
        name,
        description,
        endpoint,
        category,
        titleCase(category),
        pricing.currency,
        pricing.pricePerRequest,
        pricing.freeQuota ?? null,
        x402Config.paymentAddress,
        x402Config.network,
        chainOf(x402Config.network),
        endpointDigest(endpoint),
        endpointHost(endpoint),
        details ? JSON.stringify(details) : null,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('the service was not changed');
    return toService(row);
  });
}

/** Removes a service; what it was is returned. */
export function removeService(database: Database, id: string, editing: Editing = {}): Promise<EditOutcome> {
  return withEditable(database, id, editing, async (client, service, isExpected) => {
    if (!isExpected) return undefined;
    await client.query('delete from services where id = $1', [id]);
    return service;
  });
}

/** Does its work on a service that the editor may change, unless it gives undefined; nobody else changes it meanwhile. */
async function withEditable(
  database: Database,
  id: string,
  { accountId, isExpected = () => true }: Editing,
  work: (client: pg.PoolClient, service: ServiceDetail, isExpected: boolean) => Promise<ServiceDetail | undefined>,
): Promise<EditOutcome> {
  if (!isServiceId(id)) return { outcome: 'not_found' };
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<ServiceRow & { account_id: string }>(
      `select ${serviceColumns}, account_id from services where id = $1 for update`,
      [id],
    );
    const [row] = rows;
    if (!row) return { outcome: (await wasRemoved(client, id)) ? 'removed' : 'not_found' };
    if (accountId !== undefined && row.account_id !== accountId) return { outcome: 'not_owner' };
    const before = toService(row);
    const service = await work(client, before, isExpected(before));
    return service ? { outcome: 'done', service, accountId: row.account_id } : { outcome: 'not_expected' };
  });
}

/** Whether there was a service of that id, for as long as its removal is remembered. */
export async function wasRemoved(database: Pick<Database, 'query'>, id: string): Promise<boolean> {
  if (!isServiceId(id)) return false;
  const { rows } = await database.query<{ removed: boolean }>(
    `select exists (select from changes where service_id = $1 and type = 'deleted')
      and not exists (select from services where id = $1) as removed`,
    [id],
  );
  return rows[0]?.removed ?? false;
}

function toRegistration(service: ServiceDetail): Registration {
  const { name, description, endpoint, category, pricing, x402Config } = service;
  return { name, description, endpoint, category, pricing, x402Config, ...detailsOf(service) };
}
