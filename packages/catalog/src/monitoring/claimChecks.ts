import { randomUUID } from 'node:crypto';
import type { ServiceStatus } from '@shirube/contracts';
import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';

/** A service that is due, with its host claimed: nobody else asks that host until the claim is settled or has run out. */
export interface ClaimedCheck {
  claim: string;
  host: string;
  serviceId: string;
  endpoint: string;
  network: string;
  payTo: string;
  price: string;
  currency: string;
  freeQuota: number | undefined;
  status: ServiceStatus;
  /** The method that was answered with a challenge before. */
  method: string | undefined;
  dueAt: Date;
  requested: boolean;
  /** Its last check was no failure. */
  wasWell: boolean;
}

/** A claim whose holder has died ends after this long; a check takes less. */
export const checkClaimSeconds = 90;

interface ClaimRow {
  claim: string;
  host: string;
  service_id: string;
  endpoint: string;
  network: string;
  payment_address: string;
  price_per_request: string;
  currency: string;
  free_quota: string | null;
  status: ServiceStatus;
  method: string | null;
  due_at: Date;
  requested: boolean;
  was_well: boolean;
}

/** Locks free hosts with something due. A host whose row another has is being claimed, or made due, at this moment. */
const lockHosts = `
  select host from monitored_hosts
  where due_at <= now() and free_at <= now() and not exists (select from monitor_control where paused_at is not null)
  order by due_at
  limit $1
  for update skip locked`;

// A statement of its own, which sees every service that was made due before the locks were had.
const claimLocked = `
  with chosen as (
    select locked.host, first.*
    from unnest($1::text[]) as locked (host) cross join lateral (
      select service_id, due_at, requested_at is not null as requested, method, failing_since is null as is_well
      from monitoring
      where host = locked.host and due_at <= now() and not simulated
      order by requested_at nulls last, due_at
      limit 1
    ) as first
  ), claimed as (
    update monitored_hosts set claim = $2, free_at = now() + make_interval(secs => $3)
    from chosen where monitored_hosts.host = chosen.host
  ), idle as (
    -- Nothing is due after all: say when something will be.
    update monitored_hosts set due_at = coalesce(
      (select min(due_at) from monitoring where monitoring.host = monitored_hosts.host and not simulated), 'infinity')
    where host = any ($1) and host not in (select host from chosen)
  )
  select $2::uuid as claim, chosen.host, chosen.service_id, chosen.due_at, chosen.requested, chosen.method,
    chosen.is_well and services.last_checked is not null as was_well,
    endpoint, network, payment_address, price_per_request, currency, free_quota, status
  from chosen join services on services.id = chosen.service_id`;

/**
 * Claims up to so many services that are due, each on a host of its own that nobody else asks, those somebody waits for
 * first; none while the monitors are paused. A claim changes no due time: what its holder does not settle, since it has
 * died, is claimed again once the claim has run out.
 */
export async function claimChecks(database: Database, limit: number): Promise<ClaimedCheck[]> {
  return inTransaction(database, async (client) => {
    const { rows: hosts } = await client.query<{ host: string }>(lockHosts, [limit]);
    if (hosts.length === 0) return [];
    const { rows } = await client.query<ClaimRow>(claimLocked, [
      hosts.map(({ host }) => host),
      randomUUID(),
      checkClaimSeconds,
    ]);
    return rows.map((row) => ({
      claim: row.claim,
      host: row.host,
      serviceId: row.service_id,
      endpoint: row.endpoint,
      network: row.network,
      payTo: row.payment_address,
      price: row.price_per_request,
      currency: row.currency,
      freeQuota: row.free_quota === null ? undefined : Number(row.free_quota),
      status: row.status,
      method: row.method ?? undefined,
      dueAt: row.due_at,
      requested: row.requested,
      wasWell: row.was_well,
    }));
  });
}

/** Makes up to so many services that were well due now, on other hosts than these: witnesses of whether the monitor sees. */
export async function callWitnesses(
  database: Database,
  hosts: readonly string[],
  limit: number,
): Promise<number> {
  const { rowCount } = await database.query(
    `with witnesses as (
        select distinct on (monitoring.host) monitoring.host, service_id
        from monitoring join services on services.id = service_id join monitored_hosts using (host)
        where failing_since is null and last_checked is not null and not simulated
          and monitoring.host <> all ($1) and opted_out_at is null
        limit $2
      ), due as (
        update monitoring set due_at = least(due_at, now()) from witnesses
        where monitoring.service_id = witnesses.service_id
        returning monitoring.host
      )
      update monitored_hosts set due_at = least(due_at, now()) from due where monitored_hosts.host = due.host`,
    [hosts, limit],
  );
  return rowCount ?? 0;
}
