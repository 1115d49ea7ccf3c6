import type { ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';

/** Greater than every id there can be. */
const behindAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The services of an account, newest first, those that were registered before the service `after`; and how many it has. */
export async function listAccountServices(
  database: Database,
  accountId: string,
  { after = behindAll, limit }: { after?: string | undefined; limit: number },
): Promise<{ services: ServiceDetail[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    database.query<ServiceRow>({
      name: 'account-services',
      text: `select ${serviceColumns} from services where account_id = $1 and id < $2 order by id desc limit $3`,
      values: [accountId, after, limit],
    }),
    database.query<{ count: string }>({
      name: 'count-account-services',
      text: 'select count(*) from services where account_id = $1',
      values: [accountId],
    }),
  ]);
  return { services: rows.map(toService), total: Number(counts[0]?.count ?? 0) };
}

/** Hands services over to an account, which alone changes them from then on; returns the ids of those that there are. */
export async function assignServices(database: Database, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with mirrored as (
        update mirrored_services set handed_over = true where service_id = any($2::uuid[])
      )
      update services set account_id = $1 where id = any($2::uuid[]) returning id`,
    [accountId, ids],
  );
  return rows.map(({ id }) => id);
}
