import type { Provider, ProviderSummary, ProvidersQuery } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';
import { type Database, isoTime } from '../database.js';
import { isListed } from './serviceRow.js';

/** SQL: who offers a service. */
const domain = 'coalesce(services.provider, services.endpoint_host)';

/** The services of providers as they are counted. `$1` are domains, or null for all. */
const offered = `
  select ${domain} as domain, category, lower(chain) as chain, upper(currency) as currency, price, trust_score, status,
    uptime_score, last_checked, created_at, payment_address, owner_verified, details #>> '{provider,name}' as stated
  from services where ${isListed} and ${domain} is not null and ($1::text[] is null or ${domain} = any ($1))`;

const summary = `
  domain, coalesce(mode() within group (order by stated), domain) as name, count(*) as services,
  percentile_disc(0.5) within group (order by trust_score) as "medianTrust", max(trust_score) as "bestTrust",
  count(*) filter (where status = 'verified')::float8 / count(*) as "verifiedShare",
  array_agg(distinct category) as categories, array_agg(distinct chain) as chains,
  ${isoTime('max(created_at)')} as "lastRegisteredAt"`;

const prices = `
  select domain, json_agg(json_build_object('currency', currency, 'min', least, 'max', most) order by currency) as prices
  from (
    select domain, currency, trim_scale(min(price))::text as least, trim_scale(max(price))::text as most
    from offered group by domain, currency
  ) as priced group by domain`;

interface SummaryRow extends Omit<ProviderSummary, 'trust'> {
  medianTrust: number;
  bestTrust: number;
}

const toSummary = ({ medianTrust, bestTrust, ...row }: SummaryRow): ProviderSummary => ({
  domain: row.domain,
  name: row.name,
  services: row.services,
  categories: row.categories,
  chains: row.chains.map(chainOf),
  prices: row.prices,
  trust: { median: medianTrust, best: bestTrust },
  verifiedShare: row.verifiedShare,
  lastRegisteredAt: row.lastRegisteredAt,
});

/** What each order sorts by, the highest first. Ties are ordered by domain. */
const orders = {
  trust: ({ trust }: ProviderSummary) => 1_000 * trust.best + trust.median,
  services: ({ services }: ProviderSummary) => services,
  newest: ({ lastRegisteredAt }: ProviderSummary) => Date.parse(lastRegisteredAt),
};
const orderKeys = {
  trust: '1000 * "bestTrust" + "medianTrust"',
  services: 'services',
  newest: '(extract(epoch from "lastRegisteredAt"::timestamptz) * 1000)::bigint',
} as const satisfies Record<keyof typeof orders, string>;

export type ProviderOrder = keyof typeof orders;

/** A position in a list of providers: directly after one. */
export interface ProviderCursor {
  key: number;
  domain: string;
}

export interface ProviderList {
  total: number;
  providers: ProviderSummary[];
  /** Where the next page starts, if there is one. */
  next?: ProviderCursor;
}

/** Lists providers, with their exact number. */
export async function listProviders(
  database: Database,
  {
    query,
    category,
    chain,
    sortBy = 'trust',
    limit = 20,
    cursor,
  }: Omit<ProvidersQuery, 'after'> & { cursor?: ProviderCursor | undefined },
): Promise<ProviderList> {
  const { rows } = await database.query<SummaryRow & { total: number }>(
    `with offered as (${offered}), summaries as (select ${summary} from offered group by domain),
      found as (
        select *, ${orderKeys[sortBy]} as key, count(*) over () as total from summaries
        where ($2::text is null or strpos(lower(name), $2) > 0 or strpos(domain, $2) > 0)
          and ($3::text is null or $3 = any (categories)) and ($4::text is null or $4 = any (chains))
      ), page as (
        select * from found where $5::bigint is null or key < $5 or (key = $5 and domain > $6)
        order by key desc, domain limit $7
      )
      select page.*, prices.prices, (select max(total) from found) as total
      from page join (${prices}) as prices using (domain) order by key desc, domain`,
    [
      null,
      query?.toLowerCase() ?? null,
      category ?? null,
      chain ? chainOf(chain).toLowerCase() : null,
      cursor?.key ?? null,
      cursor?.domain ?? null,
      limit,
    ],
  );
  const providers = rows.map(toSummary);
  const last = providers.length === limit ? providers.at(-1) : undefined;
  return {
    total: rows[0]?.total ?? 0,
    providers,
    ...(last && { next: { key: orders[sortBy](last), domain: last.domain } }),
  };
}

/** Returns short summaries of providers by their domains. */
export async function findProviders(
  database: Database,
  domains: readonly string[],
): Promise<Map<string, ProviderSummary>> {
  const { rows } = await database.query<SummaryRow>(
    `with offered as (${offered}), summaries as (select ${summary} from offered group by domain)
      select summaries.*, prices.prices from summaries join (${prices}) as prices using (domain)`,
    [domains],
  );
  return new Map(rows.map((row) => [row.domain, toSummary(row)]));
}

type DetailRow = SummaryRow & Pick<Provider, 'uptime' | 'firstRegisteredAt' | 'paymentAddresses' | 'isClaimed'>;

/** Returns what is known of a provider; undefined if it has no service. */
export async function findProvider(database: Database, name: string): Promise<Provider | undefined> {
  const { rows } = await database.query<DetailRow>(
    `with offered as (${offered}), summaries as (
        select ${summary}, round(avg(uptime_score) filter (where last_checked is not null), 2)::float8 as uptime,
          ${isoTime('min(created_at)')} as "firstRegisteredAt",
          (array_agg(distinct payment_address))[1:100] as "paymentAddresses",
          bool_or(owner_verified is not null) as "isClaimed"
        from offered group by domain
      )
      select summaries.*, prices.prices from summaries join (${prices}) as prices using (domain)`,
    [[name]],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { uptime, firstRegisteredAt, paymentAddresses, isClaimed } = row;
  return { ...toSummary(row), uptime, firstRegisteredAt, paymentAddresses, isClaimed };
}
