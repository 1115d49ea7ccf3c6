import type { Database } from '@shirube/catalog';
import { requestGapSeconds } from './requestCheck.js';

/** A free host with a service that is due, and the account of that service. */
export interface DueHost {
  host: string;
  accountId: string;
}

/** The caller's limits on concurrent checks. */
export interface Shares {
  /** Returns the accounts that have reached their limit of concurrent checks. */
  fullAccounts(): readonly string[];
  /** Returns up to `limit` of these hosts, which are in the order of their turns. Has no side effects. */
  choose(due: readonly DueHost[], limit: number): readonly DueHost[];
}

export interface HostQuery {
  limit: number;
  /** Whether to look past many hosts without a free slot. That is slow, so it is only done now and then. */
  isFar: boolean;
}

/** The maximum number of hosts to look at when the first ones have no free slot. */
const mostLookedAt = 500;
/** If none of that many has one, they are postponed by up to this time, behind all others. */
const putOffSeconds = 600;

const notPaused = 'not exists (select from monitor_control where paused_at is not null)';

// Nobody waits any longer for older requests. Those services are still due.
const requestedHosts = `
  select host, account_id
  from monitoring join monitored_hosts using (host) join services on services.id = service_id
  where requested_at > now() - make_interval(secs => ${requestGapSeconds}) and monitoring.due_at <= now()
    and free_at <= now() and not simulated and account_id <> all ($2) and ${notPaused}
  order by requested_at limit $1`;

// The account is null if nothing is due after all, or only for accounts that have reached their limit.
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

const putOff = `
  update monitored_hosts set due_at = now() + random() * make_interval(secs => $2)
  where host = any ($1) and due_at <= now()`;

interface DueRow {
  host: string;
  account_id: string | null;
  is_due: boolean | null;
}

const withAccount = (rows: readonly DueRow[]): DueHost[] =>
  rows.flatMap(({ host, account_id: accountId }) => (accountId === null ? [] : [{ host, accountId }]));

/**
 * Alternates between two lists, each host once. The first list is chosen at random, because often only one slot is
 * free.
 */
function alternating(some: readonly DueHost[], others: readonly DueHost[]): DueHost[] {
  const [first, second] = Math.random() < 0.5 ? [some, others] : [others, some];
  const longest = Math.max(first.length, second.length);
  const pairs = Array.from({ length: longest }, (_, i) => [first[i], second[i]]);
  const hosts = pairs.flat().flatMap((due) => (due ? [[due.host, due] as const] : []));
  return [...new Map(hosts).values()];
}

/**
 * Returns the hosts to claim: alternately those with a requested check and those that have been due longest, as far as
 * there are free slots, and also those that turn out not to be due. `isMore` is true if the hosts at the front were
 * postponed for lack of slots and there may be others behind them.
 */
export async function findDueHosts(
  database: Database,
  { limit, isFar }: HostQuery,
  shares: Shares,
  fullAccounts: readonly string[],
): Promise<{ hosts: string[]; isMore: boolean }> {
  async function look(most: number) {
    const { rows: requested } = await database.query<DueRow>(requestedHosts, [most, fullAccounts]);
    const { rows: due } = await database.query<DueRow>(dueHosts, [most, fullAccounts]);
    const chosen = shares.choose(alternating(withAccount(requested), withAccount(due)), limit);
    return { due, chosen, isShort: chosen.length < limit && due.length === most };
  }
  const first = await look(Math.min(4 * limit, mostLookedAt));
  const { due, chosen, isShort } = first.isShort && isFar ? await look(mostLookedAt) : first;
  const isStuck = isShort && isFar && shares.choose(withAccount(due), 1).length === 0;
  if (isStuck) await database.query(putOff, [due.map(({ host }) => host), putOffSeconds]);
  const idle = due.filter((row) => !row.is_due);
  return { hosts: [...chosen, ...idle].map(({ host }) => host), isMore: isStuck };
}
