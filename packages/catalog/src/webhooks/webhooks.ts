import { randomBytes } from 'node:crypto';
import type { NewWebhook, Webhook } from '@shirube/contracts';
import type { Database } from '../database.js';

/**
 * Sets where an account is told of what happens, with a new secret, which is the only copy for its owner. What is still to
 * be told is sent there at once.
 */
export async function setWebhook(database: Database, accountId: string, url: string): Promise<NewWebhook> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await database.query(
    `with brought_forward as (
        update webhook_deliveries set next_attempt_at = now(), attempts = 0
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
  const { rows } = await database.query<{
    url: string;
    created_at: Date;
    pending: string;
    delivered: string;
    failed: string;
    last_error: string | null;
  }>(
    `select webhooks.url, webhooks.created_at, count(deliveries.id) filter (where delivered_at is null and failed_at is null)
          as pending, count(delivered_at) as delivered, count(failed_at) as failed,
        (array_agg(last_error order by number desc) filter (where last_error is not null))[1] as last_error
      from webhooks left join webhook_deliveries as deliveries using (account_id)
      where account_id = $1 group by account_id`,
    [accountId],
  );
  const [row] = rows;
  return (
    row && {
      url: row.url,
      createdAt: row.created_at.toISOString(),
      pending: Number(row.pending),
      delivered: Number(row.delivered),
      failed: Number(row.failed),
      lastError: row.last_error,
    }
  );
}

/** Ends the webhook of an account with all that was still to be sent; false when there is none. */
export async function removeWebhook(database: Database, accountId: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from webhooks where account_id = $1', [accountId]);
  return rowCount === 1;
}
