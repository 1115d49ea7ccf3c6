import { type Database, inTransaction, scheduleChecks, wasRemoved } from '@shirube/catalog';
import { type Check, isServiceId, type ServiceStatus } from '@shirube/contracts';
import { findCheckSince } from './awaitCheck.js';
import { monitorUnseenSeconds } from './monitors.js';

/** Postgres channel on which monitors hear that somebody waits for a check. */
export const requestedChannel = 'shirube_check_requested';

/** A service may be checked on request so often. */
export const requestGapSeconds = 60;

export type RequestOutcome =
  | { outcome: 'requested'; since: Date }
  /** It was checked a moment ago, by whatever reason: that is what was seen, and it may be asked again after so long. */
  | { outcome: 'checked'; check: Check; seconds: number }
  | {
      outcome:
        | 'not_found'
        | 'removed'
        | 'not_owner'
        | 'opted_out'
        | 'simulated'
        | 'no_monitor'
        | 'paused'
        | 'self_outage';
    };

interface RequestRow {
  account_id: string;
  status: ServiceStatus;
  simulated: boolean;
  opted_out: boolean;
  paused: boolean;
  monitors: number;
  online: number;
  /** It was checked a moment ago, be it as it was registered then. */
  checked_lately: boolean;
  /** From here on checks are of what is registered now, and not so old that it may be asked again. */
  recent_since: Date;
  now: Date;
}

/**
 * Asks the monitors to check a service soon, by its owner or, without an account, by anybody. What they record of it from
 * `since` on is the answer, a check that is under way included.
 */
export async function requestCheck(
  database: Database,
  id: string,
  accountId?: string | undefined,
): Promise<RequestOutcome> {
  if (!isServiceId(id)) return { outcome: 'not_found' };
  return inTransaction(database, async (client) => {
    await scheduleChecks(client, [id]);
    const { rows } = await client.query<RequestRow>(
      `select account_id, simulated, now() as now,
          opted_out_at is not null and free_at > now() as opted_out,
          (select paused_at is not null from monitor_control) as paused,
          (select count(*)::int from monitors where seen_at > now() - make_interval(secs => $2)) as monitors,
          (select count(*)::int from monitors
            where seen_at > now() - make_interval(secs => $2) and blind_since is null) as online,
          exists (select from checks where checks.service_id = id
            and checked_at > now() - make_interval(secs => $3)) as checked_lately,
          greatest(now() - make_interval(secs => $3), (
            select max(at) from changes where changes.service_id = id
              and columns && array['endpoint', 'currency', 'price_per_request', 'payment_address', 'network']
          )) as recent_since
        from services join monitoring on service_id = id left join monitored_hosts using (host)
        where id = $1`,
      [id, monitorUnseenSeconds, requestGapSeconds],
    );
    const [row] = rows;
    if (!row) return { outcome: (await wasRemoved(client, id)) ? 'removed' : 'not_found' };
    if (accountId !== undefined && row.account_id !== accountId) return { outcome: 'not_owner' };
    if (row.simulated) return { outcome: 'simulated' };
    if (row.opted_out) return { outcome: 'opted_out' };
    const check = await findCheckSince(client, id, row.recent_since);
    if (check) {
      const secondsAgo = (row.now.getTime() - Date.parse(check.checkedAt)) / 1000;
      return { outcome: 'checked', check, seconds: Math.max(1, Math.ceil(requestGapSeconds - secondsAgo)) };
    }
    if (row.paused) return { outcome: 'paused' };
    if (row.monitors === 0) return { outcome: 'no_monitor' };
    if (row.online === 0) return { outcome: 'self_outage' };
    // Whoever changes it again and again waits for the turn that a change has, and takes none from others.
    if (!row.checked_lately) await makeDue(client, id);
    return { outcome: 'requested', since: row.recent_since };
  });
}

/** Makes a service due, with a share of the turns before what is merely due. */
export async function makeDue(client: Pick<Database, 'query'>, id: string): Promise<void> {
  await client.query(
    `update monitoring set due_at = least(due_at, now()),
        requested_at = case when requested_at > now() - make_interval(secs => $2) then requested_at else now() end
      where service_id = $1`,
    [id, requestGapSeconds],
  );
  await client.query(
    `update monitored_hosts set due_at = least(due_at, now())
      where host = (select host from monitoring where service_id = $1)`,
    [id],
  );
  await client.query(`select pg_notify('${requestedChannel}', '')`);
}

/** Lets checks judge a service again whose status or trust an operator has set; false when there is no such service. */
export async function releaseService(database: Database, id: string): Promise<boolean> {
  if (!isServiceId(id)) return false;
  return inTransaction(database, async (client) => {
    await scheduleChecks(client, [id]);
    const { rowCount } = await client.query(
      'update monitoring set status_held = false, trust_held = false where service_id = $1',
      [id],
    );
    if (rowCount === 1) await makeDue(client, id);
    return rowCount === 1;
  });
}
