import { detailsOf, isServiceId, type Registration, type ServiceDetail } from '@shirube/contracts';
import { chainOf, endpointHost, providerOf } from '@shirube/domain';
import type pg from 'pg';
import { recordAction } from '../admin/auditLog.js';
import { titleCase } from '../categories/categoryLabels.js';
import { type Database, inTransaction } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { registrationDigest } from './registrationDigest.js';
import { rescheduleChanged } from './scheduleChecks.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Who edits a service, and which state of it the editor expects. */
export interface EditConditions {
  /** The editor may change only services of this account; every service if not given. */
  accountId?: string | undefined;
  /** The acting operator. Changes of other accounts' services are recorded in the audit log. */
  operator?: { actor: string; accountId?: string | undefined } | undefined;
  /** Whether the current state of the service is the one that the editor knows. */
  isExpected?: ((service: ServiceDetail) => boolean) | undefined;
}

export type EditRefusal = 'not_found' | 'removed' | 'not_owner' | 'not_expected';
export type EditOutcome =
  | { outcome: 'done'; service: ServiceDetail /** Whose it is. */; accountId: string }
  | { outcome: EditRefusal };

/** Observations of another endpoint or payee say nothing about the current one. */
const isSamePayee = '(endpoint, payment_address, chain) = ($4, $10, $12)';
/** SQL: the scheme, host and port of an endpoint. A proof of the host holds at another path of it, one of a wallet does not. */
const siteOf = (endpoint: string) => `substring(${endpoint} from '^\\w+://[^/?#\\\\]+')`;
const resetObserved = `
  observed_since = case when ${isSamePayee} then observed_since else clock_timestamp() end,
  proven_since = case when ${isSamePayee} then proven_since end,
  leads_to = case when ${isSamePayee} then leads_to end,
  observed = case when ${isSamePayee} then observed end,
  owner_verified = case when ${isSamePayee} or ${siteOf('endpoint')} = ${siteOf('$4')} and owner_verified ->> 'how' <> 'signature' then owner_verified end`;

/** Revenue is in the currency of the service. If that changes, it becomes what was settled in the new currency. */
const revenue = `
  case when upper(services.currency) = upper($7) then services.total_revenue else (
    select coalesce(sum(amount), 0) from settlement_days
    where service_id = services.id and upper($7) in (settlement_days.currency, family)
  ) end`;

const takesVerifiedAway = `status = 'verified' and (endpoint, currency, price_per_request, payment_address, network)
  is distinct from ($4, $7, $8, $10, $11)`;

/**
 * Changes the registration of a service, which is locked meanwhile. `edit` creates the new registration from the
 * current one; if it throws, nothing is changed. If the payee, the price or the endpoint changes, the service is
 * unverified again, because they were verified with the rest. If the service already has the wanted state, the edit
 * succeeds whatever state the editor expects, so that a change whose response was lost can be retried (RFC 9110,
 * 13.1.1).
 */
export function editService(
  database: Database,
  id: string,
  editing: EditConditions,
  edit: (registration: Registration) => Registration,
): Promise<EditOutcome> {
  return withEditable(database, id, 'services edit', editing, async (client, service, isExpected) => {
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
        ), ${rescheduleChanged}
        update services set name = $2, description = $3, endpoint = $4, category = $5, currency = $7,
          price_per_request = $8, free_quota = $9, payment_address = $10, network = $11, chain = $12, endpoint_key = $13,
          endpoint_host = $14, provider = $16, details = $15, endpoint_since = case when endpoint_key = $13 then endpoint_since else clock_timestamp() end,
          ${resetObserved},
          total_revenue = ${revenue},
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
        providerOf(endpoint),
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('the service was not changed');
    return toService(row);
  });
}

/** Removes a service, and returns its last state. */
export function removeService(database: Database, id: string, editing: EditConditions = {}): Promise<EditOutcome> {
  return withEditable(database, id, 'services remove', editing, async (client, service, isExpected) => {
    if (!isExpected) return undefined;
    await client.query('delete from services where id = $1', [id]);
    return service;
  });
}

/** Runs `work` on a service that the editor may change, with the service locked. `work` returns undefined to refuse. */
async function withEditable(
  database: Database,
  id: string,
  action: string,
  { accountId, operator, isExpected = () => true }: EditConditions,
  work: (client: pg.PoolClient, service: ServiceDetail, isExpected: boolean) => Promise<ServiceDetail | undefined>,
): Promise<EditOutcome> {
  if (!isServiceId(id)) return { outcome: 'not_found' };
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<ServiceRow & { account_id: string }>(
      `select ${serviceColumns}, account_id from services where id = $1 for update`,
      [id],
    );
    const [row] = rows;
    if (!row) return { outcome: (await absenceReason(client, id)) ? 'removed' : 'not_found' };
    if (accountId !== undefined && row.account_id !== accountId) return { outcome: 'not_owner' };
    const before = toService(row);
    const service = await work(client, before, isExpected(before));
    if (service && operator && row.account_id !== operator.accountId) {
      await recordAction(client, operator.actor, { action, subject: id, detail: { name: service.name } });
    }
    return service ? { outcome: 'done', service, accountId: row.account_id } : { outcome: 'not_expected' };
  });
}

/**
 * Returns why a service is not shown: it was removed (as far as the log still has that), or an operator has hidden it.
 */
export async function absenceReason(
  database: Pick<Database, 'query'>,
  id: string,
): Promise<'removed' | 'hidden' | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<{ why: 'removed' | 'hidden' | null }>(
    `select case when exists (select from services where id = $1) then
        (select 'hidden' from services where id = $1 and moderation = 'hidden')
      when exists (select from changes where service_id = $1 and type = 'deleted') then 'removed' end as why`,
    [id],
  );
  return rows[0]?.why ?? undefined;
}

function toRegistration(service: ServiceDetail): Registration {
  const { name, description, endpoint, category, pricing, x402Config } = service;
  return { name, description, endpoint, category, pricing, x402Config, ...detailsOf(service) };
}
