import { randomUUID } from 'node:crypto';
import type { ServiceStatus } from '@shirube/contracts';
import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';
import { requestGapSeconds } from './requestCheck.js';

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

/** A free host with something due, and the account whose service has waited there longest. */
export interface DueHost {
  host: string;
  accountId: string;
}

/** Who may have another check, as the caller has it. */
export interface Shares {
  /** Accounts that have as many checks under way as they may. */
  fullAccounts(): readonly string[];
  /** Those that are to be claimed, of hosts in the order of their turns. */
  choose(due: readonly DueHost[], limit: number): readonly DueHost[];
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

/** So many hosts are looked at for one claim, where the first of them have no room. */
const mostLookedAt = 500;
/** A line of hosts whose accounts have their share under way goes behind all others, for so long at the most. */
const putOffSeconds = 600;

const notPaused = 'not exists (select from monitor_control where paused_at is not null)';

const requestedHosts = `
  select host, account_id
  from monitoring join monitored_hosts using (host) join services on services.id = service_id
  where requested_at > now() - make_interval(secs => ${requestGapSeconds}) and monitoring.due_at <= now()
    and free_at <= now() and not simulated and account_id <> all ($2) and ${notPaused}
  order by requested_at limit $1`;

// Without an account where nothing is due after all, or only for accounts that have their share.
const dueHosts = `
  select due.host, first.account_id, next.due_at <= now() as is_due
  from (
    select host, due_at from monitored_hosts where due_at <= now() and free_at <= now() and ${notPaused}
    order by due_at limit $1
  ) as due
  left join lateral (
    select account_id from monitoring join services on services.id = service_id
    where host = due.host and monitoring.due_at <= now() and not simulated and account_id <> all ($2)
    order by monitoring.due_at limit 1
  ) as first on true
  left join lateral (
    select due_at from monitoring where host = due.host and not simulated order by due_at limit 1
  ) as next on true
  order by due.due_at`;

interface DueRow {
  host: string;
  account_id: string | null;
  is_due: boolean | null;
}

const withAccount = (rows: readonly DueRow[]): DueHost[] =>
  rows.flatMap(({ host, account_id: accountId }) => (accountId === null ? [] : [{ host, accountId }]));

/** One of each list in turn, each host once; chance decides which begins, since often there is room for one only. */
function alternating(some: readonly DueHost[], others: readonly DueHost[]): DueHost[] {
  const [first, second] = Math.random() < 0.5 ? [some, others] : [others, some];
  const pairs = Array.from({ length: Math.max(first.length, second.length) }, (_, i) => [
    first[i],
    second[i],
  ]);
  const hosts = pairs.flat().flatMap((due) => (due ? [[due.host, due] as const] : []));
  return [...new Map(hosts).values()];
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

const putOff = `
  update monitored_hosts set due_at = now() + (0.5 + random() / 2) * make_interval(secs => $2)
  where host = any ($1) and due_at <= now()`;

/**
 * Claims up to so many services that are due, each on a host of its own that nobody else asks: by turns those that
 * somebody waits for and those that have been due longest, as far as their accounts have room; none while the monitors
 * are paused. A claim changes no due time: what its holder does not settle, since it has died, is claimed again once the
 * claim has run out.
 */
export async function claimChecks(
  database: Database,
  limit: number,
  shares: Shares,
): Promise<{ claimed: ClaimedCheck[]; isMore: boolean }> {
  const full = shares.fullAccounts();
  async function look(most: number) {
    const { rows: requested } = await database.query<DueRow>(requestedHosts, [most, full]);
    const { rows: due } = await database.query<DueRow>(dueHosts, [most, full]);
    const waiting = withAccount(due);
    const chosen = shares.choose(alternating(withAccount(requested), waiting), limit);
    return { due, waiting, chosen, isPart: due.length === most };
  }
  const first = await look(Math.min(4 * limit, mostLookedAt));
  const { due, waiting, chosen, isPart } =
    first.isPart && first.chosen.length < limit ? await look(mostLookedAt) : first;
  const idle = due.filter((row) => !row.is_due);
  const hosts = [...chosen, ...idle].map(({ host }) => host);
  const claimed = hosts.length === 0 ? [] : await claimHosts(database, hosts, full);
  // Whoever comes behind them is not to wait for them.
  const isStuck = isPart && chosen.length < limit && shares.choose(waiting, 1).length === 0;
  if (isStuck) await database.query(putOff, [due.map(({ host }) => host), putOffSeconds]);
  return { claimed, isMore: isStuck || claimed.length >= limit };
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
