import { type Database, inTransaction } from '../database.js';

type TestOutcome =
  | { outcome: 'added'; id: string }
  | { outcome: 'no_webhook' }
  /** There was one a moment ago. The next can be requested after `seconds`. */
  | { outcome: 'too_soon'; seconds: number };

const gapSeconds = 60;

/** Adds a delivery with which the owner can test a webhook, at most once a minute, even if the webhook is set anew. */
export async function addTestDelivery(database: Database, accountId: string): Promise<TestOutcome> {
  return inTransaction(database, async (client): Promise<TestOutcome> => {
    // A concurrent request waits here, and then sees the time that this one has set.
    const { rows } = await client.query<{ age: number | null }>(
      `select extract(epoch from clock_timestamp() - webhook_tested_at)::float8 as age
        from webhooks join accounts on accounts.id = account_id where account_id = $1
        for no key update`,
      [accountId],
    );
    const [webhook] = rows;
    if (!webhook) return { outcome: 'no_webhook' };
    const seconds = Math.ceil(gapSeconds - Math.max(0, webhook.age ?? gapSeconds));
    if (seconds > 0) return { outcome: 'too_soon', seconds };
    const { rows: added } = await client.query<{ id: string }>(
      `with tested as (update accounts set webhook_tested_at = clock_timestamp() where id = $1)
        insert into webhook_deliveries (account_id, event)
        values ($1, jsonb_build_object('type', 'webhook.test', 'at', $2::text)) returning id`,
      [accountId, new Date().toISOString()],
    );
    return { outcome: 'added', id: added[0]?.id ?? '' };
  });
}
