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
        webhooks.dropped::float8 as dropped,
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

/** Returns the deliveries of an account, newest first. */
export async function listDeliveries(database: Database, accountId: string, limit: number): Promise<WebhookDelivery[]> {
  const { rows } = await database.query<{ delivery: WebhookDelivery }>(
    `select json_strip_nulls(json_build_object('id', id, 'type', event ->> 'type', 'serviceId', service_id,
        'createdAt', iso_time(created_at), 'attempts', attempts, 'attemptedAt', iso_time(attempted_at),
        'deliveredAt', iso_time(delivered_at), 'failedAt', iso_time(failed_at),
        'nextAttemptAt', case when delivered_at is null and failed_at is null then iso_time(next_attempt_at) end,
        'lastError', last_error)) as delivery
      from webhook_deliveries where account_id = $1 order by number desc limit $2`,
    [accountId, limit],
  );
  return rows.map(({ delivery }) => delivery);
}
