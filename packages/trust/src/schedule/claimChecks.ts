import { randomUUID } from 'node:crypto';
import { type Database, inTransaction } from '@shirube/catalog';
import type { ServiceStatus } from '@shirube/contracts';
import { findDueHosts, type Looking, type Shares } from './dueHosts.js';

/** A service that is due, with its host claimed: nobody else asks that host until the claim is settled or has run out. */
export interface ClaimedCheck {
  claim: string;
  host: string;
  serviceId: string;
  accountId: string;
  endpoint: string;
  network: string;
  payTo: string;
  price: string;
  currency: string;
  freeQuota: number | undefined;
  status: ServiceStatus;
  /** The method that was answered with a challenge before. */
  method: string | undefined;
  /** Its last check was no failure. */
  wasWell: boolean;
}

/** A claim whose holder has died ends after this long; a check takes less. */
export const checkClaimSeconds = 90;

interface ClaimRow {
  claim: string;
  host: string;
  service_id: string;
  account_id: string;
  endpoint: string;
  network: string;
  payment_address: string;
  price_per_request: string;
  currency: string;
  free_quota: string | null;
  status: ServiceStatus;
  method: string | null;
  was_well: boolean;
}

/** A host whose row another has is being claimed, or made due, at this moment. */
const lockHosts = `
  select host from monitored_hosts where host = any ($1) and free_at <= now() for update skip locked`;

// A statement of its own, which sees every service that was made due before the locks were had. Every account that has
// something due at a host is as likely to have the turn: whoever registers many services there takes none from others.
const claimLocked = `
  with chosen as (
    select locked.host, turn.*
    from unnest($1::text[]) as locked (host) cross join lateral (
      select * from (
        select distinct on (account_id) service_id, method, failing_since
        from monitoring join services on services.id = service_id
        where monitoring.host = locked.host and monitoring.due_at <= now() and not simulated and account_id <> all ($4)
        order by account_id, requested_at nulls last, monitoring.due_at
      ) as of_accounts
      order by random() limit 1
    ) as turn
  ), claimed as (
    update monitored_hosts set claim = $2, free_at = now() + make_interval(secs => $3)
    from chosen where monitored_hosts.host = chosen.host
  ), idle as (
    -- Nothing is due after all: say when something will be.
    update monitored_hosts set due_at = coalesce(
      (select min(due_at) from monitoring where monitoring.host = monitored_hosts.host and not simulated), 'infinity')
    where host = any ($1) and host not in (select host from chosen)
  )
  select $2::uuid as claim, chosen.host, chosen.service_id, account_id, method,
    failing_since is null and services.last_checked is not null as was_well,
    endpoint, network, payment_address, price_per_request, currency, free_quota, status
  from chosen join services on services.id = chosen.service_id`;

/**
 * Claims up to so many services that are due, each on a host of its own that nobody else asks; none while the monitors are
 * paused. A claim changes no due time: what its holder does not settle, since it has died, is claimed again once the claim
 * has run out.
 */
export async function claimChecks(
  database: Database,
  looking: Looking,
  shares: Shares,
): Promise<{ claimed: ClaimedCheck[]; isMore: boolean }> {
  const fullAccounts = shares.fullAccounts();
  const { hosts, isMore } = await findDueHosts(database, looking, shares, fullAccounts);
  const claimed = hosts.length === 0 ? [] : await claimHosts(database, hosts, fullAccounts);
  return { claimed, isMore: isMore || claimed.length >= looking.limit };
}

async function claimHosts(
  database: Database,
  hosts: readonly string[],
  fullAccounts: readonly string[],
): Promise<ClaimedCheck[]> {
  return inTransaction(database, async (client) => {
    const { rows: locked } = await client.query<{ host: string }>(lockHosts, [hosts]);
    if (locked.length === 0) return [];
    const { rows } = await client.query<ClaimRow>(claimLocked, [
      locked.map(({ host }) => host),
      randomUUID(),
      checkClaimSeconds,
      fullAccounts,
    ]);
    return rows.map((row) => ({
      claim: row.claim,
      host: row.host,
      serviceId: row.service_id,
      accountId: row.account_id,
      endpoint: row.endpoint,
      network: row.network,
      payTo: row.payment_address,
      price: row.price_per_request,
      currency: row.currency,
      freeQuota: row.free_quota === null ? undefined : Number(row.free_quota),
      status: row.status,
      method: row.method ?? undefined,
      wasWell: row.was_well,
    }));
  });
}
