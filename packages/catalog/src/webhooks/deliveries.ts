import { hash } from 'node:crypto';
import type { Database } from '../database.js';
import type { LogEntry } from '../log/readLog.js';

/** Something that an account is to be told. */
export interface Delivery {
  id: string;
  accountId: string;
  event: object;
  attempts: number;
  url: string;
  secret: string;
  /** Until when it is claimed, in the words of the database: whose claim it is. */
  claim: string;
}

/** The same for an entry of the log however often it is read, so that nothing is told twice. */
const deliveryId = ({ position: { transaction, number } }: LogEntry): string =>
  hash('sha256', `${transaction}.${number}`).slice(0, 32);

/** Notes what the owners of services are to be told of entries of the log: that a status has changed. */
export async function addDeliveries(database: Database, entries: readonly LogEntry[]): Promise<void> {
  const events = entries.flatMap((entry, place) =>
    entry.status
      ? [
          {
            id: deliveryId(entry),
            service_id: entry.serviceId,
            at: entry.at.toISOString(),
            place,
            ...entry.status,
          },
        ]
      : [],
  );
  if (events.length === 0) return;
  await database.query(
    `insert into webhook_deliveries (id, account_id, service_id, event)
      select told.id, account_id, service_id, jsonb_build_object('type', 'service.status', 'at', at,
        'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint),
        'from', "from", 'to', "to", 'reason', reason)
      from json_to_recordset($1)
        as told (id uuid, service_id uuid, at text, "from" text, "to" text, reason text, place integer)
      join services on services.id = service_id join webhooks using (account_id)
      order by place
      on conflict (id) do nothing`,
    [JSON.stringify(events)],
  );
}

/** Longer than an attempt takes: an attempt whose process has died is made again then. */
const claimSeconds = 60;
const perAccount = 4;

// Of each service the first that is still to be told: what comes after it waits. Accounts take turns, so that a receiver
// that does not answer takes no more than its share.
const claimDue = `
  with first as (
    select distinct on (coalesce(service_id, id)) id, account_id, number, next_attempt_at, claimed_until
    from webhook_deliveries where delivered_at is null and failed_at is null
    order by coalesce(service_id, id), number
  ), placed as (
    select id, number, claimed_until,
      row_number() over (partition by account_id order by claimed_until > now() desc, number) as place
    from first where next_attempt_at <= now() or claimed_until > now()
  ), due as (
    select id from placed where place <= $2 and claimed_until <= now() order by place, number limit $1
  )
  update webhook_deliveries as deliveries set claimed_until = now() + make_interval(secs => $3)
  from due, webhooks
  where deliveries.id = due.id and deliveries.claimed_until <= now() and webhooks.account_id = deliveries.account_id
  returning deliveries.id, deliveries.account_id as "accountId", event, attempts, url, secret,
    deliveries.claimed_until::text as claim`;

/** Claims up to so many deliveries that are due, of every account a few. */
export async function claimDeliveries(database: Database, limit: number): Promise<Delivery[]> {
  const { rows } = await database.query<Delivery>({
    name: 'claim-deliveries',
    text: claimDue,
    values: [limit, perAccount, claimSeconds],
  });
  return rows;
}

/**
 * Notes how an attempt went: taken, or to be tried again after so many seconds, or given up when there are none. A failure
 * counts for who still has the claim: not after another address was set meanwhile, nor after somebody else took over.
 */
export async function noteAttempt(
  database: Database,
  { id, claim }: Pick<Delivery, 'id' | 'claim'>,
  outcome: { error?: string | undefined; retrySeconds?: number | undefined },
): Promise<void> {
  await database.query(
    `update webhook_deliveries set attempts = attempts + 1, attempted_at = now(), last_error = $2,
        claimed_until = '-infinity',
        delivered_at = case when $2::text is null then now() end,
        failed_at = case when $2::text is not null and $3::float8 is null then now() end,
        next_attempt_at = now() + make_interval(secs => coalesce($3::float8, 0))
      where id = $1 and ($2::text is null or claimed_until = $4::timestamptz)`,
    [id, outcome.error ?? null, outcome.retrySeconds ?? null, claim],
  );
}

/** Prunes what was told, or given up, 30 days ago. */
export async function pruneDeliveries(database: Database): Promise<void> {
  await database.query(
    `delete from webhook_deliveries where coalesce(delivered_at, failed_at) < now() - interval '30 days'`,
  );
}
