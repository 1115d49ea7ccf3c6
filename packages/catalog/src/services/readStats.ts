import { type PriceQuartiles, type ServiceStatus, type Stats, serviceStatuses } from '@shirube/contracts';
import { chainOf, findAsset } from '@shirube/domain';
import { type CategoryRow, categoriesInUse, toCategory } from '../categories/categories.js';
import type { Database } from '../database.js';
import { isListed, type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Today and the days before it. */
const days = 90;

interface StatsRow {
  statuses: { status: ServiceStatus; count: number }[];
  categories: CategoryRow[];
  chains: { chain: string; count: number }[];
  prices: (Pick<PriceQuartiles, 'currency' | 'count'> & { quartiles: PriceQuartiles['median'][] })[];
  payments: { network: string; currency: string; decimals: number; inactive: number; active: number }[];
  additions: { date: string; count: number }[];
  uptime: Stats['uptime'];
  settlements: Stats['settlements'];
  mostPaid: { id: string; transactions: number }[];
}

// A single statement sees one snapshot of the catalog, so all figures add up to the same total.
const everything = `
  with shown as (
    select status, chain, network, currency, price, uptime_score, last_checked, created_at from services where ${isListed}
  ),
  today as (select date_trunc('day', now() at time zone 'utc') as day),
  statuses as (
    select status, coalesce(count, 0) as count
    from unnest($2::text[]) with ordinality as known (status, place)
    left join (select status, count(*) from shown group by status) as used using (status)
    order by place
  ), chains as (
    select lower(chain) as chain, count(*) from shown group by lower(chain) order by count desc, chain
  ), codes as (
    select upper(currency) as code, (array_agg(currency order by used desc, currency))[1] as currency
    from (select currency, count(*) as used from shown group by currency) as written
    group by upper(currency)
  ), prices as (
    select currency, count, array(select trim_scale(quartile)::text from unnest(quartiles) as quartile) as quartiles
    from (
      select upper(currency) as code, count(*),
        percentile_disc(array[0, 0.25, 0.5, 0.75, 1]) within group (order by price) as quartiles
      from shown group by upper(currency)
    ) as priced
    join codes using (code)
    order by count desc, code
  ), payments as (
    select network, upper(currency) as currency, min_scale(price) as decimals,
      count(*) filter (where status = 'inactive') as inactive, count(*) filter (where status <> 'inactive') as active
    from shown group by 1, 2, 3
  ), uptime as (
    select at_least as "atLeast", coalesce(count, 0) as count from unnest(array[100, 99, 95, 90, 0]) as at_least
    left join (
      select case when uptime_score >= 100 then 100 when uptime_score >= 99 then 99 when uptime_score >= 95 then 95
        when uptime_score >= 90 then 90 else 0 end as at_least, count(*)
      from shown where last_checked is not null group by 1
    ) as checked using (at_least)
    order by at_least desc
  ), days as (
    select generate_series(day - make_interval(days => $1 - 1), day, '1 day') as day from today
  ), settlements as (
    select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(sum(transactions), 0) as count
    from days left join settlement_days on settlement_days.day = days.day::date
    group by days.day order by days.day
  ), most_paid as (
    select id, transactions from (
      select distinct on (endpoint_host) services.id, endpoint_host, paid.transactions
      from services join (
        select service_id, sum(transactions) as transactions from settlement_days, today
        where settlement_days.day > today.day - interval '30 days' group by service_id
      ) as paid on paid.service_id = services.id
      where ${isListed} order by endpoint_host, paid.transactions desc, services.id
    ) as of_hosts order by transactions desc, id limit 5
  ), additions as (
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(count, 0) as count
    from days
    left join (
      select date_trunc('day', created_at at time zone 'utc') as day, count(*) from shown, today
      where created_at >= (today.day - make_interval(days => $1 - 1)) at time zone 'utc'
      group by 1
    ) as added using (day)
    order by day
  )
  select (select json_agg(statuses) from statuses) as statuses,
    (select coalesce(json_agg(category order by count desc, id), '[]') from (${categoriesInUse}) as category) as categories,
    (select coalesce(json_agg(chains), '[]') from chains) as chains,
    (select coalesce(json_agg(prices), '[]') from prices) as prices,
    (select coalesce(json_agg(payments), '[]') from payments) as payments,
    (select json_agg(uptime) from uptime) as uptime,
    (select json_agg(settlements) from settlements) as settlements,
    (select coalesce(json_agg(most_paid), '[]') from most_paid) as "mostPaid",
    (select json_agg(additions) from additions) as additions`;

/** Returns the statistics of the catalog. Reads every service once for each kind of figure. */
export async function readStats(database: Database): Promise<Stats> {
  const { rows } = await database.query<StatsRow>(everything, [days, serviceStatuses]);
  const [row] = rows;
  if (!row) throw new Error('the catalog was not counted');
  const ids = row.mostPaid.map(({ id }) => id);
  const { rows: paid } = await database.query<ServiceRow>(`select ${serviceColumns} from services where id = any($1)`, [
    ids,
  ]);
  const services = new Map(paid.map((service) => [service.id, toService(service)]));
  return {
    total: row.statuses.reduce((sum, { count }) => sum + count, 0),
    statuses: row.statuses,
    categories: row.categories.map(toCategory),
    chains: row.chains.map(({ chain, count }) => ({ chain: chainOf(chain), count })),
    prices: row.prices.map(toQuartiles),
    discovery: discoveryCounts(row.payments),
    uptime: row.uptime,
    settlements: row.settlements,
    mostPaid: row.mostPaid.flatMap(({ id, transactions }) => {
      const service = services.get(id);
      return service ? { service, transactions } : [];
    }),
    additions: row.additions,
  };
}

function toQuartiles({ currency, count, quartiles }: StatsRow['prices'][number]): PriceQuartiles {
  const [minimum = '', lowerQuartile = '', median = '', upperQuartile = '', maximum = ''] = quartiles;
  return { currency, count, minimum, lowerQuartile, median, upperQuartile, maximum };
}

/** Counts what the discovery protocol can express, by the same rule that it uses. */
function discoveryCounts(payments: StatsRow['payments']): Stats['discovery'] {
  const counts = { listed: 0, inactive: 0, inexpressible: 0 };
  for (const { network, currency, decimals, inactive, active } of payments) {
    const isExpressible = decimals <= (findAsset(network, currency)?.decimals ?? -1);
    counts.inactive += inactive;
    counts[isExpressible ? 'listed' : 'inexpressible'] += active;
  }
  return counts;
}
