import type { Database } from '@shirube/catalog';

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
 * Takes the turn to ask an address for a service of an account, whatever host it goes by: those of one account begin so
 * many seconds apart. The seconds after which to try again when it is not free; the more wait, the longer.
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

/** Prunes addresses that nobody has asked for long. */
export async function pruneAddressTurns(database: Database): Promise<void> {
  await database.query("delete from asked_addresses where free_at < now() - interval '1 hour'");
}
