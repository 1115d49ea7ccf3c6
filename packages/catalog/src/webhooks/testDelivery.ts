import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';

export type TestOutcome =
  | { outcome: 'added'; id: string }
  | { outcome: 'no_webhook' }
  /** There was one a moment ago. The next can be requested after `seconds`. */
  | { outcome: 'too_soon'; seconds: number };

const gapSeconds = 60;

/** Adds a delivery with which the owner can test a webhook, at most once a minute. */
export async function addTestDelivery(database: Database, accountId: string): Promise<TestOutcome> {
  return inTransaction(database, async (client): Promise<TestOutcome> => {
    // A concurrent request waits here, and then sees the delivery that this one has added.
    const webhook = await client.query('select from webhooks where account_id = $1 for no key update', [accountId]);
    if (webhook.rowCount === 0) return { outcome: 'no_webhook' };
    const { rows: recent } = await client.query<{ age: number }>(
      `select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8 as age from webhook_deliveries
        where account_id = $1 and service_id is null order by number desc limit 1`,
      [accountId],
    );
    const seconds = Math.ceil(gapSeconds - (recent[0]?.age ?? gapSeconds));
    if (seconds > 0) return { outcome: 'too_soon', seconds };
    const { rows } = await client.query<{ id: string }>(
      `insert into webhook_deliveries (account_id, event)
        values ($1, jsonb_build_object('type', 'webhook.test', 'at', $2::text)) returning id`,
      [accountId, new Date().toISOString()],
    );
    return { outcome: 'added', id: rows[0]?.id ?? '' };
  });
}
