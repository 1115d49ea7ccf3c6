import type { Database } from '@shirube/catalog';
import { requestGapSeconds } from './requestCheck.js';

/** A free host with something due, and an account that has a service there that is. */
export interface DueHost {
  host: string;
  accountId: string;
}

/** Who may have another check, as the caller has it. */
export interface Shares {
  /** Accounts that have as many checks under way as they may. */
  fullAccounts(): readonly string[];
  /** Up to so many of these hosts, which are in the order of their turns; changes nothing. */
  choose(due: readonly DueHost[], limit: number): readonly DueHost[];
}

export interface Looking {
  limit: number;
  /** Looks for others behind many that have no room, too: it takes a while, and now and then will do. */
  isFar: boolean;
}

/** So many hosts are looked at where the first of them have no room. */
const mostLookedAt = 500;
/** As many that have none go behind all others, for so long at the most. */
const putOffSeconds = 600;

const notPaused = 'not exists (select from monitor_control where paused_at is not null)';

// Nobody waits any longer for what was asked for before; it is due all the same.
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

/** One of each list in turn, each host once; chance decides which begins, since often there is room for one only. */
function alternating(some: readonly DueHost[], others: readonly DueHost[]): DueHost[] {
  const [first, second] = Math.random() < 0.5 ? [some, others] : [others, some];
  const longest = Math.max(first.length, second.length);
  const pairs = Array.from({ length: longest }, (_, i) => [first[i], second[i]]);
  const hosts = pairs.flat().flatMap((due) => (due ? [[due.host, due] as const] : []));
  return [...new Map(hosts).values()];
}

/**
 * Hosts to be claimed: by turns those with a service that somebody waits for and those that have been due longest, as far
 * as there is room for them; and those that are not due after all. `isMore` when behind those that have no room there may
 * be others: nobody waits for what is ahead and cannot go on.
 */
export async function findDueHosts(
  database: Database,
  { limit, isFar }: Looking,
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
