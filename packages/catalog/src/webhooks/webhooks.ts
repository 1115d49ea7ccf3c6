import { randomBytes } from 'node:crypto';
import type { NewWebhook, Webhook, WebhookDelivery } from '@shirube/contracts';
import { type Database, isoTime } from '../database.js';

/**
 * Sets where an account is told of what happens, with a new secret, which is the only copy for its owner. What is still to
 * be told is sent there at once.
 */
export async function setWebhook(database: Database, accountId: string, url: string): Promise<NewWebhook> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await database.query(
    `with brought_forward as (
        update webhook_deliveries set next_attempt_at = now(), attempts = 0, claimed_until = '-infinity'
        where account_id = $1 and delivered_at is null and failed_at is null
      )
      insert into webhooks (account_id, url, secret) values ($1, $2, $3)
      on conflict (account_id) do update set url = excluded.url, secret = excluded.secret, created_at = now()`,
    [accountId, url, secret],
  );
  return { url, secret };
}

/** The webhook of an account, and how it goes. */
export async function findWebhook(database: Database, accountId: string): Promise<Webhook | undefined> {
  const { rows } = await database.query<Webhook>(
    `select webhooks.url, ${isoTime('webhooks.created_at')} as "createdAt",
        (count(deliveries.id) filter (where delivered_at is null and failed_at is null))::float8 as pending,
        count(delivered_at)::float8 as delivered, count(failed_at)::float8 as failed,
        (array_agg(last_error order by number desc) filter (where last_error is not null))[1] as "lastError"
      from webhooks left join webhook_deliveries as deliveries using (account_id)
      where account_id = $1 group by account_id`,
    [accountId],
  );
  return rows[0];
}

/** Ends the webhook of an account with all that was still to be sent; false when there is none. */
export async function removeWebhook(database: Database, accountId: string): Promise<boolean> {
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

/** What an account was told, or is to be told, newest first. */
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
