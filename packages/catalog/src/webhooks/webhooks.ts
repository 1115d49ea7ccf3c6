import { randomBytes } from 'node:crypto';
import type { NewWebhook, SavedSearch, Webhook, WebhookDelivery, WebhookRequest } from '@shirube/contracts';
import type { Database } from '../database.js';

/**
 * Sets the webhook address of an account, with a new secret, which is returned only here. Pending deliveries are sent
 * there at once, those under way when their attempt has ended. Attempts are not reset: otherwise an account could have
 * its deliveries sent without end.
 */
export async function setWebhook(
  database: Pick<Database, 'query'>,
  accountId: string,
  { url, search }: WebhookRequest,
): Promise<NewWebhook> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await database.query(
    `with brought_forward as (
        update webhook_deliveries set next_attempt_at = now()
        where account_id = $1 and delivered_at is null and failed_at is null
      )
      insert into webhooks (account_id, url, secret, search) values ($1, $2, $3, $4)
      on conflict (account_id) do update
        set url = excluded.url, secret = excluded.secret, search = excluded.search, created_at = now()`,
    [accountId, url, secret, search ?? null],
  );
  return { url, ...(search && { search }), secret };
}

/** Returns the saved searches of all webhooks. */
export async function listSavedSearches(database: Database): Promise<{ accountId: string; search: SavedSearch }[]> {
  const { rows } = await database.query<{ accountId: string; search: SavedSearch }>(
    'select account_id as "accountId", search from webhooks where search is not null',
  );
  return rows;
}

/** Returns the webhook of an account, and the state of its deliveries. */
export async function findWebhook(database: Database, accountId: string): Promise<Webhook | undefined> {
  const { rows } = await database.query<Webhook & { search: SavedSearch | null }>(
    `select webhooks.url, webhooks.search, iso_time(webhooks.created_at) as "createdAt",
        (count(deliveries.id) filter (where delivered_at is null and failed_at is null))::float8 as pending,
        count(delivered_at)::float8 as delivered, count(failed_at)::float8 as failed,
        (array_agg(last_error order by number desc) filter (where last_error is not null))[1] as "lastError"
      from webhooks left join webhook_deliveries as deliveries using (account_id)
      where account_id = $1 group by account_id`,
    [accountId],
  );
  if (!rows[0]) return undefined;
  const { search, ...webhook } = rows[0];
  return search ? { ...webhook, search } : webhook;
}

/** Removes the webhook of an account with all pending deliveries; false if there is none. */
export async function removeWebhook(database: Pick<Database, 'query'>, accountId: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from webhooks where account_id = $1', [accountId]);
  return rowCount === 1;
}

interface DeliveryRow {
  id: string;
  type: string;
  service_id: string | null;
  created_at: Date;
  attempts: number;
  attempted_at: Date | null;
  delivered_at: Date | null;
  failed_at: Date | null;
  next_attempt_at: Date;
  last_error: string | null;
}

/** Returns the deliveries of an account, newest first. */
export async function listDeliveries(database: Database, accountId: string, limit: number): Promise<WebhookDelivery[]> {
  const { rows } = await database.query<DeliveryRow>(
    `select id, event ->> 'type' as type, service_id, created_at, attempts, attempted_at, delivered_at, failed_at,
        next_attempt_at, last_error
      from webhook_deliveries where account_id = $1 order by number desc limit $2`,
    [accountId, limit],
  );
  return rows.map(toDelivery);
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const isPending = !row.delivered_at && !row.failed_at;
  return {
    id: row.id,
    type: row.type,
    ...(row.service_id && { serviceId: row.service_id }),
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    ...(row.attempted_at && { attemptedAt: row.attempted_at.toISOString() }),
    ...(row.delivered_at && { deliveredAt: row.delivered_at.toISOString() }),
    ...(row.failed_at && { failedAt: row.failed_at.toISOString() }),
    ...(isPending && { nextAttemptAt: row.next_attempt_at.toISOString() }),
    ...(row.last_error && { lastError: row.last_error }),
  };
}
