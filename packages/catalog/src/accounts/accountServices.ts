import type { AccountService } from '@shirube/contracts';
import type { Database } from '../database.js';
import { inIdOrder } from '../services/lockServices.js';
import { type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';
import { ownerProof } from './ownerProof.js';

/** Greater than every possible id. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Row = ServiceRow &
  AccountService['monitor'] &
  Pick<AccountService, 'sales'> & { lastCheck: AccountService['lastCheck'] | null };

// A check verifies a service from a tenth of the interval after one that confirms it. Checks of earlier terms say nothing
// about the current ones.
const ownColumns = `${serviceColumns}, services.uptime_score::float8 as "uptimeScore",
  iso_time(services.last_checked) as "lastChecked", iso_time(monitoring.due_at) as "nextCheckAt",
  iso_time(confirmed_since) as "confirmedSince",
  case when services.status = 'unverified' then iso_time(coalesce(confirmed_since, monitoring.due_at)
    + 0.1 * (select make_interval(secs => interval_seconds) from monitors order by seen_at desc limit 1)
  ) end as "verifiedFrom",
  coalesce(
    (select reason from changes where service_id = services.id and new_status is not null order by number desc limit 1),
    (select reason from service_history where service_id = services.id and changed ? 'status' order by number desc limit 1)
  ) as reason, (
    select json_strip_nulls(json_build_object(
      'checkedAt', iso_time(checked_at), 'verdict', verdict, 'detail', detail,
      'declared', declared, 'observed', observed))
    from checks where service_id = services.id and not simulated and checked_at > coalesce((
      select max(at) from changes where changes.service_id = services.id
        and columns && array['endpoint', 'currency', 'price_per_request', 'payment_address', 'network']
    ), '-infinity') order by checked_at desc limit 1
  ) as "lastCheck", (
    select coalesce(json_agg(paid order by day), '[]') from (
      select day, sum(transactions) as transactions,
        trim_scale(coalesce(sum(amount) filter (where upper(services.currency) in (currency, family)), 0))::text as amount
      from settlement_days where service_id = services.id and day > (now() at time zone 'utc')::date - 30 group by day
    ) as paid
  ) as sales`;

const found = `account_id = $1 and ($2::text is null or position(lower($2) in lower(name || ' ' || endpoint)) > 0)`;

function toAccountService({
  uptimeScore,
  lastChecked,
  nextCheckAt,
  confirmedSince,
  verifiedFrom,
  reason,
  lastCheck,
  sales,
  ...row
}: Row): AccountService {
  return {
    ...toService(row),
    monitor: { uptimeScore, lastChecked, nextCheckAt, confirmedSince, verifiedFrom, ...(reason ? { reason } : {}) },
    ...(lastCheck ? { lastCheck } : {}),
    sales,
  };
}

/**
 * Returns the services of an account whose name or endpoint contains `query`, newest first, from those registered
 * before the service `after`, and their total number.
 */
export async function listAccountServices(
  database: Database,
  accountId: string,
  { after = afterAll, query, limit }: { after?: string | undefined; query?: string | undefined; limit: number },
): Promise<{ services: AccountService[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    database.query<Row>({
      name: 'account-services',
      text: `select ${ownColumns} from services
        left join monitoring on monitoring.service_id = services.id and not simulated
        where ${found} and services.id < $3 order by services.id desc limit $4`,
      values: [accountId, query ?? null, after, limit],
    }),
    database.query<{ count: string }>({
      name: 'count-account-services',
      text: `select count(*) from services where ${found}`,
      values: [accountId, query ?? null],
    }),
  ]);
  return { services: rows.map(toAccountService), total: Number(counts[0]?.count ?? 0) };
}

/**
 * Transfers services to an account, which alone can change them from then on. Their terms are proven to be its own once
 * the endpoint has named the payee. Returns the ids of those that exist.
 */
export async function assignServices(
  database: Pick<Database, 'query'>,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with mirrored as (
        update mirrored_services set handed_over = true where service_id = any($2::uuid[])
      ), locked as (${inIdOrder('id = any($2::uuid[])')})
      update services set account_id = $1,
        owner_verified = case when account_id = $1 then owner_verified else ${ownerProof('$1', { isOwn: false })} end
      from locked where services.id = locked.id returning services.id`,
    [accountId, ids],
  );
  return rows.map(({ id }) => id);
}
