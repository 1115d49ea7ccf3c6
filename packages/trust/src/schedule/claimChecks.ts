import { randomUUID } from 'node:crypto';
import { type Database, inTransaction } from '@shirube/catalog';
import type { ServiceStatus } from '@shirube/contracts';
import { findDueHosts, type HostQuery, type Shares } from './dueHosts.js';

/**
 * A service that is due, with a claim on its host: no other monitor calls that host until the claim is settled or
 * expires.
 */
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
  freeQuota: number | null;
  status: ServiceStatus;
  /** The method that got a challenge before. */
  method: string | null;
  /** Whether its last check was not a failure. */
  wasWell: boolean;
}

/** The claim of a process that died expires after this time. A check takes less. */
const checkClaimSeconds = 90;

/** A host whose row is locked is being claimed, or made due, by another process. */
const lockHosts = `
  select host from monitored_hosts where host = any ($1) and free_at <= now() for update skip locked`;

// A separate statement, so that it sees every service that was made due before the locks were taken. Each account with
// due services at a host is equally likely to get the turn, so an account with many services has no advantage.
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
  select $2::uuid as claim, chosen.host, chosen.service_id as "serviceId", account_id as "accountId", method,
    failing_since is null and services.last_checked is not null as "wasWell", endpoint, network,
    payment_address as "payTo", price_per_request as price, currency, free_quota::float8 as "freeQuota", status
  from chosen join services on services.id = chosen.service_id`;

/**
 * Claims up to `limit` services that are due, each on its own free host; none while the monitors are paused. A claim
 * does not change due times, so a service whose holder dies is claimed again once the claim has expired.
 */
export async function claimChecks(
  database: Database,
  looking: HostQuery,
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
    const { rows } = await client.query<ClaimedCheck>(claimLocked, [
      locked.map(({ host }) => host),
      randomUUID(),
      checkClaimSeconds,
      fullAccounts,
    ]);
    return rows;
  });
}
