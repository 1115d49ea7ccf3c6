import { hash } from 'node:crypto';
import type { Database } from '../database.js';
import type { LogEntry } from '../log/readLog.js';

/** An event to be delivered to an account. */
export interface Delivery {
  id: string;
  accountId: string;
  event: object;
  attempts: number;
  url: string;
  secret: string;
  /** When the claim expires, as text of the database. It identifies the claim. */
  claim: string;
}

/** Derived from the log entry, so that an entry that is read again is not delivered twice. */
const deliveryId = ({ position: { transaction, number } }: LogEntry, type = ''): string =>
  hash('sha256', `${transaction}.${number}${type}`).slice(0, 32);

/** Returns the events of an entry: a moderation by an operator, and a change of status. */
function eventsOf(entry: LogEntry) {
  const { serviceId: service_id, at, status, moderation } = entry;
  const common = { service_id, at: at.toISOString() };
  return [
    ...(moderation
      ? [{ ...common, id: deliveryId(entry, 'moderation'), type: 'service.moderation', details: moderation }]
      : []),
    ...(status ? [{ ...common, id: deliveryId(entry), type: 'service.status', details: status }] : []),
  ];
}

/** Adds deliveries to the owners of services for log entries. */
export async function addDeliveries(database: Database, entries: readonly LogEntry[]): Promise<void> {
  const events = entries.flatMap(eventsOf).map((event, place) => ({ ...event, place }));
  if (events.length === 0) return;
  await database.query(
    `insert into webhook_deliveries (id, account_id, service_id, event)
      select batch.id, account_id, service_id, jsonb_build_object('type', type, 'at', at,
        'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint)) || batch.details
      from json_to_recordset($1)
        as batch (id uuid, service_id uuid, at text, type text, details jsonb, place integer)
      join services on services.id = service_id join webhooks using (account_id)
      order by place
      on conflict (id) do nothing`,
    [JSON.stringify(events)],
  );
}

/** A service that the saved search of an account finds after a log entry. */
interface SavedSearchMatch {
  accountId: string;
  entry: LogEntry;
  /** Deliver only if the account was not notified of this service before. */
  onlyFirst: boolean;
}

/** Adds deliveries to accounts for services that their saved searches find. */
export async function addMatches(database: Database, matches: readonly SavedSearchMatch[]): Promise<void> {
  if (matches.length === 0) return;
  const batch = matches.map(({ accountId, entry, onlyFirst }, place) => ({
    id: deliveryId(entry, accountId),
    account_id: accountId,
    service_id: entry.serviceId,
    at: entry.at.toISOString(),
    change: entry.type === 'touched' ? 'status' : entry.type,
    only_first: onlyFirst,
    place,
  }));
  await database.query(
    `insert into webhook_deliveries (id, account_id, service_id, event)
      select batch.id, batch.account_id, service_id, jsonb_build_object('type', 'service.match', 'at', at,
        'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint),
        'change', change)
      from json_to_recordset($1) as batch (
        id uuid, account_id uuid, service_id uuid, at text, change text, only_first boolean, place integer
      )
      join services on services.id = service_id join webhooks on webhooks.account_id = batch.account_id
      where not only_first or not exists (
        select from webhook_deliveries as earlier
        where earlier.account_id = batch.account_id and earlier.service_id = batch.service_id
          and earlier.event ->> 'type' = 'service.match'
      )
      order by place
      on conflict (id) do nothing`,
    [JSON.stringify(batch)],
  );
}

/** Longer than an attempt takes. If the process dies, the attempt is repeated after this time. */
const claimSeconds = 60;
const perAccount = 4;

// Takes the first undelivered event of each service and account; later ones wait for it. Accounts take turns, so that a
// receiver that does not respond takes no more than its share. Attempts whose deliveries are gone, because the webhook was
// removed, count too.
const claimDue = `
  with first as (
    select distinct on (account_id, coalesce(service_id, id)) id, account_id, number, next_attempt_at, claimed_until
    from webhook_deliveries where delivered_at is null and failed_at is null
    order by account_id, coalesce(service_id, id), number
  ), placed as (
    select id, number, claimed_until,
      row_number() over (partition by account_id order by claimed_until > now() desc, number) as place,
      coalesce(busy.attempts, 0) - count(*) filter (where claimed_until > now()) over (partition by account_id) as unknown
    from first left join unnest($4::uuid[], $5::integer[]) as busy (account_id, attempts) using (account_id)
    where next_attempt_at <= now() or claimed_until > now()
  ), due as (
    select id from placed where place + greatest(0, unknown) <= $2 and claimed_until <= now()
    order by place, number limit $1
  )
  update webhook_deliveries as deliveries set claimed_until = now() + make_interval(secs => $3)
  from due, webhooks
  where deliveries.id = due.id and deliveries.claimed_until <= now() and webhooks.account_id = deliveries.account_id
  returning deliveries.id, deliveries.account_id as "accountId", event, attempts, url, secret,
    deliveries.claimed_until::text as claim`;

/**
 * Claims up to `limit` deliveries that are due, a few of each account. `underWay` has the number of attempts that this
 * process makes for each account.
 */
export async function claimDeliveries(
  database: Database,
  limit: number,
  underWay: ReadonlyMap<string, number> = new Map(),
): Promise<Delivery[]> {
  const { rows } = await database.query<Delivery>({
    name: 'claim-deliveries',
    text: claimDue,
    values: [limit, perAccount, claimSeconds, [...underWay.keys()], [...underWay.values()]],
  });
  return rows;
}

/**
 * Records the outcome of an attempt: delivered, to retry after `retrySeconds`, or failed for good without them. The
 * retry is at once if the delivery was brought forward during the attempt. A failure counts only while the claim is
 * valid: not after another process took over.
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
        next_attempt_at = now() + make_interval(secs =>
          case when next_attempt_at > claimed_until - make_interval(secs => $5) then 0 else coalesce($3::float8, 0) end)
      where id = $1 and ($2::text is null or claimed_until = $4::timestamptz)`,
    [id, outcome.error ?? null, outcome.retrySeconds ?? null, claim, claimSeconds],
  );
}

/** Prunes deliveries that were completed or failed for good 30 days ago. */
export async function pruneDeliveries(database: Database): Promise<void> {
  await database.query(
    `delete from webhook_deliveries where coalesce(delivered_at, failed_at) < now() - interval '30 days'`,
  );
}
