import { type Database, inTransaction } from '@shirube/catalog';
import { makeDue } from './requestCheck.js';

/** A service whose last check was well. */
interface Canary {
  serviceId: string;
  accountId: string;
  host: string;
}

// Random accounts, and the oldest services of each, so that nobody can push their own services forward.
const candidates = `
  select service_id as "serviceId", account_id as "accountId", host
  from (select id from accounts order by random() limit 100) as account cross join lateral (
    select id, account_id, last_checked from services where account_id = account.id order by id limit 500
  ) as service
  join monitoring on service_id = service.id join monitored_hosts using (host)
  where failing_since is null and last_checked is not null and not simulated and opted_out_at is null
  order by random() limit 1000`;

/** Returns services of many accounts that were well. Whether they respond tells whether a monitor is online. */
export async function listCanaries(database: Database): Promise<Canary[]> {
  const { rows } = await database.query<Canary>(candidates);
  return rows;
}

/** Has these services checked soon. */
export async function callCanaries(database: Database, canaries: readonly Canary[]): Promise<void> {
  for (const { serviceId } of canaries) {
    await inTransaction(database, (client) => makeDue(client, serviceId));
  }
}
