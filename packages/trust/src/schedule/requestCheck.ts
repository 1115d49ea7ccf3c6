import { absenceReason, type Database, inTransaction, scheduleChecks } from '@shirube/catalog';
import { type Check, isServiceId, type ServiceStatus } from '@shirube/contracts';
import { findCheckSince } from './awaitCheck.js';
import { monitorUnseenSeconds } from './monitors.js';

/** The Postgres channel that notifies monitors of a requested check. */
export const requestedChannel = 'shirube_check_requested';

/** The minimum time between requested checks of a service. */
export const requestGapSeconds = 60;

export type RequestOutcome =
  | { outcome: 'requested'; since: Date }
  /**
   * It was checked a moment ago, for whatever reason. Returns that check, and the seconds until it can be requested
   * again.
   */
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
  /** Whether it was checked a moment ago, possibly under its earlier registration. */
  checked_lately: boolean;
  /** Checks since this time are of the current registration, and too recent for another request. */
  recent_since: Date;
  now: Date;
}

/**
 * Asks the monitors to check a service soon, for its owner or, without an account, for anybody. The result is what they
 * record from `since` on, including a check that is already running.
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
    if (!row) return { outcome: (await absenceReason(client, id)) ? 'removed' : 'not_found' };
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
    // A service that is changed repeatedly waits for its scheduled turn, and takes none from others.
    if (!row.checked_lately) await makeDue(client, id);
    return { outcome: 'requested', since: row.recent_since };
  });
}

/** Makes a service due, with some priority over services that are due by schedule. */
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

/**
 * Lets checks judge a service again whose status or trust an operator has set, in the transaction of the client.
 * Returns false if there is no such service.
 */
export async function releaseService(client: Pick<Database, 'query'>, id: string): Promise<boolean> {
  if (!isServiceId(id)) return false;
  await scheduleChecks(client, [id]);
  const { rowCount } = await client.query(
    'update monitoring set status_held = false, trust_held = false where service_id = $1',
    [id],
  );
  if (rowCount === 1) await makeDue(client, id);
  return rowCount === 1;
}
