import type { Database } from '../database.js';

/** Postgres channel on which the id of a service is announced that somebody is to be told of. */
export const webhooksChannel = 'shirube_webhooks';

/** Something that an account is to be told. */
export interface Delivery {
  id: string;
  event: object;
  attempts: number;
  url: string;
  secret: string;
}

/** What is still to be told of a service, in the order in which it happened. */
export async function pendingDeliveries(database: Database, serviceId: string): Promise<Delivery[]> {
  const { rows } = await database.query<Delivery>(
    `select id, event, attempts, url, secret from webhook_deliveries join webhooks using (account_id)
      where service_id = $1 and delivered_at is null and failed_at is null order by number`,
    [serviceId],
  );
  return rows;
}

/** The services of which something is to be told that nobody has tried to tell for so many seconds. */
export async function findUntold(database: Database, seconds: number, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select service_id as id from webhook_deliveries
      where delivered_at is null and failed_at is null
        and coalesce(attempted_at, created_at) < now() - make_interval(secs => $1)
      group by service_id order by min(number) limit $2`,
    [seconds, limit],
  );
  return rows.map(({ id }) => id);
}

/** Notes how an attempt went: taken, or not, and given up when it was the last. */
export async function noteAttempt(
  database: Database,
  id: string,
  { error, isLast = false }: { error?: string | undefined; isLast?: boolean },
): Promise<void> {
  await database.query(
    `update webhook_deliveries set attempts = attempts + 1, attempted_at = now(), last_error = $2,
        delivered_at = case when $2::text is null then now() end,
        failed_at = case when $2::text is not null and $3 then now() end
      where id = $1`,
    [id, error ?? null, isLast],
  );
}

/** Forgets what was told, or given up, 30 days ago. */
export async function forgetDeliveries(database: Database): Promise<void> {
  await database.query(
    `delete from webhook_deliveries where coalesce(delivered_at, failed_at) < now() - interval '30 days'`,
  );
}
