import type { Database } from '@shirube/catalog';
import { requestGapSeconds } from './requestCheck.js';

const takeTurn = `
  insert into asked_addresses as asked (address, account_id, free_at)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (address, account_id) do update set
    free_at = case when asked.free_at <= now() then excluded.free_at else asked.free_at end,
    waiting = case
      when asked.free_at < now() - 10 * make_interval(secs => $3) then 0
      when asked.free_at <= now() then greatest(0, asked.waiting - 1)
      else asked.waiting + 1
    end
  returning free_at = now() + make_interval(secs => $3) as is_taken, waiting,
    extract(epoch from free_at - now())::float8 as seconds`;

/**
 * Takes the turn to call an IP address for a service of an account, whatever the host name. Turns of one account are at
 * least `gapSeconds` apart. Returns undefined if the turn is free, otherwise the seconds to wait before a retry, which
 * grow with the number of waiting checks.
 */
export async function takeAddressTurn(
  database: Database,
  { address, accountId, gapSeconds }: { address: string; accountId: string; gapSeconds: number },
): Promise<number | undefined> {
  const { rows } = await database.query<{ is_taken: boolean; waiting: number; seconds: number }>({
    name: 'take-address-turn',
    text: takeTurn,
    values: [address, accountId, gapSeconds],
  });
  const [row] = rows;
  return !row || row.is_taken ? undefined : row.seconds + Math.random() * 2 * row.waiting * gapSeconds;
}

/**
 * Takes the turn to request a document of a host, like one more check of it; false if the host is not free, or somebody
 * waits for a check there or of the same account, which may have the same address.
 */
export async function takeHostTurn(
  database: Database,
  { host, accountId, gapSeconds }: { host: string; accountId: string; gapSeconds: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update monitored_hosts set free_at = now() + make_interval(secs => $2)
      where host = $1 and free_at <= now() and not exists (
        select from monitoring join services on services.id = service_id
        where requested_at > now() - make_interval(secs => ${requestGapSeconds})
          and (monitoring.host = $1 or account_id = $3)
      )`,
    [host, gapSeconds, accountId],
  );
  return rowCount === 1;
}

/** Prunes addresses that have not been called for an hour. */
export async function pruneAddressTurns(database: Database): Promise<void> {
  await database.query("delete from asked_addresses where free_at < now() - interval '1 hour'");
}
