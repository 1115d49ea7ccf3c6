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

const isPending = 'delivered_at is null and failed_at is null';
/** The maximum number of deliveries of an account. The oldest are dropped, and counted if they were pending. */
const maxDeliveries = 10_000;

// An event is for the owner of its service, unless it names an account. With `only_first` it is stored only if that
// account was not notified of such an event of the service before.
const store = `
  with added as (
    insert into webhook_deliveries (id, account_id, service_id, event)
    select batch.id, webhooks.account_id, service_id, jsonb_build_object('type', type, 'at', at,
      'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint)) || batch.details
    from json_to_recordset($1) as batch (
      id uuid, account_id uuid, service_id uuid, at text, type text, details jsonb, only_first boolean, place integer
    )
    join services on services.id = service_id
    join webhooks on webhooks.account_id = coalesce(batch.account_id, services.account_id)
    where only_first is not true or not exists (
      select from webhook_deliveries as earlier
      where earlier.account_id = batch.account_id and earlier.service_id = batch.service_id
        and earlier.event ->> 'type' = type
    )
    order by place
    on conflict (id) do nothing
    returning account_id
  ), surplus as (
    select account_id, unnest(array(
      select number from webhook_deliveries where account_id = grown.account_id
      order by number desc offset greatest(0, ${maxDeliveries} - grown.added)
    )) as number
    from (select account_id, count(*) as added from added group by account_id) as grown
  ), dropped as (
    delete from webhook_deliveries as old using surplus
    where (old.account_id, old.number) = (surplus.account_id, surplus.number)
    returning old.account_id, ${isPending} as was_pending
  )
  update webhooks set dropped = webhooks.dropped + counts.dropped
  from (select account_id, count(*) as dropped from dropped where was_pending group by account_id) as counts
  where webhooks.account_id = counts.account_id`;

async function storeEvents(database: Database, events: readonly object[]): Promise<void> {
  if (events.length === 0) return;
  await database.query(store, [JSON.stringify(events.map((event, place) => ({ ...event, place })))]);
}

/** Adds deliveries to the owners of services for log entries. */
export const addDeliveries = (database: Database, entries: readonly LogEntry[]): Promise<void> =>
  storeEvents(database, entries.flatMap(eventsOf));

/** A service that the saved search of an account finds after a log entry. */
interface SavedSearchMatch {
  accountId: string;
  entry: LogEntry;
  /** Deliver only if the account was not notified of this service before. */
  onlyFirst: boolean;
}

/** Adds deliveries to accounts for services that their saved searches find. */
export const addMatches = (database: Database, matches: readonly SavedSearchMatch[]): Promise<void> =>
  storeEvents(
    database,
    matches.map(({ accountId, entry, onlyFirst }) => ({
      id: deliveryId(entry, accountId),
      account_id: accountId,
      service_id: entry.serviceId,
      at: entry.at.toISOString(),
      type: 'service.match',
      details: { change: entry.type === 'touched' ? 'status' : entry.type },
      only_first: onlyFirst,
    })),
  );

/** Longer than an attempt takes. If the process dies, the attempt is repeated after this time. */
const claimSeconds = 60;
const perAccount = 4;

// Takes the deliveries that have been due for longest, each unless an earlier one about the same service is pending.
// Accounts take turns, so that a receiver that does not respond takes no more than its share. Attempts whose deliveries
// are gone, because the webhook was removed or had too many, count too.
const claimDue = `
  with under_way as (
    select account_id, max(busy) as busy from (
      select account_id, count(*) as busy from webhook_deliveries
      where ${isPending} and claimed_until > now() group by account_id
      union all select * from unnest($4::uuid[], $5::integer[])
    ) as counts group by account_id
  ), due as (
    select id from webhooks left join under_way using (account_id) cross join lateral (
      select id, number, row_number() over (order by next_attempt_at, number) + coalesce(busy, 0) as place
      from webhook_deliveries as delivery
      where account_id = webhooks.account_id and ${isPending} and next_attempt_at <= now() and claimed_until <= now()
        and not exists (
          select from webhook_deliveries as earlier
          where earlier.account_id = delivery.account_id and earlier.service_id = delivery.service_id
            and ${isPending} and earlier.number < delivery.number
        )
      order by next_attempt_at, number limit greatest(0, $2 - coalesce(busy, 0))
    ) as next
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
        next_attempt_at = case when next_attempt_at > claimed_until - make_interval(secs => $5) then next_attempt_at
          else now() + make_interval(secs => coalesce($3::float8, 0)) end
      where id = $1 and ($2::text is null or claimed_until = $4::timestamptz)`,
    [id, outcome.error ?? null, outcome.retrySeconds ?? null, claim, claimSeconds],
  );
}

/** Counts the deliveries that were dropped because their account had too many. */
export async function countDropped(database: Database): Promise<number> {
  const { rows } = await database.query<{ dropped: number }>(
    'select coalesce(sum(dropped), 0)::float8 as dropped from webhooks',
  );
  return rows[0]?.dropped ?? 0;
}

/** Prunes deliveries that were completed or failed for good 30 days ago. */
export async function pruneDeliveries(database: Database): Promise<void> {
  await database.query(
    `delete from webhook_deliveries where coalesce(delivered_at, failed_at) < now() - interval '30 days'`,
  );
}
