import type { RecentChange, RecentChangesQuery } from '@shirube/contracts';
import type { Database } from '../database.js';

/** Returns the changes of services, latest first, for operators: hidden services are included. */
export async function listRecentChanges(
  database: Pick<Database, 'query'>,
  {
    before,
    type,
    service,
    account,
    limit = 50,
  }: { [Name in keyof RecentChangesQuery]: RecentChangesQuery[Name] | undefined },
): Promise<RecentChange[]> {
  const [transaction, number] = before?.split('.') ?? [];
  const { rows } = await database.query<RecentChange>(
    `select changes.transaction_id::text || '.' || changes.number as cursor, changes.service_id as id, services.name,
        services.account_id as "accountId", type, iso_time(changes.at) as at, coalesce(columns, '{}') as fields,
        old_status as "from", new_status as "to", reason, changes.moderation
      from changes left join services on services.id = changes.service_id
      where type <> 'touched' and ($1::xid8 is null or (changes.transaction_id, changes.number) < ($1, $2::bigint))
        and ($3::text is null or type = $3) and ($4::text is null or changes.service_id::text = lower($4))
        and ($5::text is null or services.account_id::text = lower($5))
      order by changes.transaction_id desc, changes.number desc limit $6`,
    [transaction ?? null, number ?? null, type ?? null, service ?? null, account ?? null, limit],
  );
  return rows;
}
