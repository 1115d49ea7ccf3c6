import { type ProviderDetail, type ProviderSummary, type ProvidersQuery, paymentAddressKey } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';
import { providerClaim } from '../accounts/ownerProof.js';
import type { Database } from '../database.js';
import { isListed, type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** SQL: who offers a service. */
const domain = 'coalesce(services.provider, services.endpoint_host)';

const isListedThere = `${isListed} and ${domain} <> '' and ($1::text is null or ${domain} = $1)`;

/**
 * The services of providers. Where somebody has proven the domain or a host of it, only what one account claims counts, as
 * the `offered`: of the account with the least claim. `$1` is the domain of one, or null for all.
 */
const listed = `
  select *, holder is null or claim is not null and account_id = holder as is_offered from (
    select id, ${domain} as domain, category, lower(chain) as chain, upper(currency) as currency, price, trust_score, status,
      uptime_score, last_checked, created_at, payment_address, details #>> '{provider,name}' collate "C" as stated,
      account_id, claim, first_value(case when claim is not null then account_id end)
        over (partition by ${domain} order by claim, id) as holder
    from services left join host_proofs() as of_domain on of_domain.prover = account_id and of_domain.host = ${domain}
      left join host_proofs() as of_host on of_host.prover = account_id and of_host.host = endpoint_host
      cross join lateral (select ${providerClaim('of_domain.proven_at', 'of_host.proven_at')} as claim) as claiming
    where ${isListedThere}
  ) as claimed`;
const offered = `listed as (${listed}), offered as materialized (select * from listed where is_offered)`;

/** Whether a service names its provider: it claims to be its, or the domain spells the name; see `spellsName`. */
const isNaming = `claim is not null
  or lower(regexp_replace(stated, '[ ._-]', '', 'g')) = replace(split_part(domain, '.', 1), '-', '')`;

const summary = `
  domain, coalesce(mode() within group (order by stated) filter (where ${isNaming}), domain) as name,
  count(*)::integer as services,
  percentile_disc(0.5) within group (order by trust_score) as "medianTrust", max(trust_score) as "bestTrust",
  count(*) filter (where status = 'verified')::float8 / count(*) as "verifiedShare",
  array_agg(distinct category) as categories, array_agg(distinct chain) as chains,
  iso_time(max(created_at)) as "lastRegisteredAt"`;

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

const toSummary = (row: SummaryRow): ProviderSummary => ({
  domain: row.domain,
  name: row.name,
  services: row.services,
  categories: row.categories,
  chains: row.chains.map(chainOf),
  prices: row.prices,
  trust: { median: row.medianTrust, best: row.bestTrust },
  verifiedShare: row.verifiedShare,
  lastRegisteredAt: row.lastRegisteredAt,
});

/** SQL: what each order sorts by, the highest first. Ties are ordered by domain. */
const orderKeys = {
  // Of equally trusted providers the larger comes first.
  trust: '1e9 * "bestTrust" + 1e6 * "medianTrust" + least(services, 999999)',
  services: 'services',
  newest: 'extract(epoch from "lastRegisteredAt"::timestamptz) * 1000',
};

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
  const { rows } = await database.query<{ total: number } & (({ key: number } & SummaryRow) | { domain: null })>(
    `with ${offered}, summaries as (select ${summary} from offered group by domain),
      found as materialized (
        select *, (${orderKeys[sortBy]})::float8 as key from summaries
        where ($2::text is null or strpos(lower(name), $2) > 0 or strpos(domain, $2) > 0)
          and ($3::text is null or $3 = any (categories)) and ($4::text is null or $4 = any (chains))
      ), page as (
        select * from found where $5::float8 is null or key < $5 or (key = $5 and domain collate "C" > $6)
        order by key desc, domain collate "C" limit $7
      )
      select counted.total, page.*, prices.prices from (select count(*)::integer as total from found) as counted
      left join (page join (${prices}) as prices using (domain)) on true order by key desc, page.domain collate "C"`,
    [
      null,
      query?.toLowerCase() ?? null,
      category ?? null,
      chain ? chainOf(chain).toLowerCase() : null,
      cursor?.key ?? null,
      cursor?.domain ?? null,
      limit + 1,
    ],
  );
  const found = rows.flatMap((row) => (row.domain === null ? [] : [row]));
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    total: rows[0]?.total ?? 0,
    providers: found.slice(0, limit).map(toSummary),
    ...(last && { next: { key: last.key, domain: last.domain } }),
  };
}

const maxListed = 100;
const firstIds = '(array_agg(id order by trust_score desc, id))[1:50] as ids';
type DetailRow = SummaryRow & Omit<ProviderDetail, keyof ProviderSummary> & { ids: string[]; otherIds: string[] };

/** Returns what is known of a provider; undefined if it has no service. */
export async function findProvider(database: Database, name: string): Promise<ProviderDetail | undefined> {
  const { rows } = await database.query<DetailRow>(
    `with ${offered}, summaries as (
        select ${summary}, round(avg(uptime_score) filter (where last_checked is not null), 2)::float8 as uptime,
          iso_time(min(created_at)) as "firstRegisteredAt",
          (array_agg(distinct payment_address))[1:${10 * maxListed}] as "paymentAddresses",
          bool_or(claim is not null) as "isClaimed", ${firstIds}
        from offered group by domain
      ), others as (
        select count(*)::integer as services, ${firstIds},
          (array_agg(distinct payment_address))[1:${maxListed}] as "paymentAddresses",
          coalesce((array_agg(distinct stated) filter (where stated <> ''))[1:${maxListed}], '{}') as names
        from listed where not is_offered having count(*) > 0
      )
      select summaries.*, prices.prices, to_json(others) as others, coalesce(others.ids, '{}') as "otherIds"
      from summaries join (${prices}) as prices using (domain) left join others on true`,
    [name],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { uptime, firstRegisteredAt, paymentAddresses, isClaimed, ids, others, otherIds } = row;
  const { rows: shown } = await database.query<ServiceRow>(
    `select ${serviceColumns} from services where id = any ($1) order by trust_score desc, id`,
    [[...ids, ...otherIds]],
  );
  const withIds = (wanted: string[]) => shown.filter(({ id }) => wanted.includes(id)).map(toService);
  // Addresses that differ only in how they are written are the same.
  const addresses = new Map(paymentAddresses.map((address) => [paymentAddressKey(address), address]));
  return {
    ...toSummary(row),
    uptime,
    firstRegisteredAt,
    paymentAddresses: [...addresses.values()].slice(0, maxListed),
    isClaimed,
    listed: withIds(ids),
    ...(others && { others: { ...others, listed: withIds(otherIds) } }),
  };
}

/** The maximum number of addresses in one sitemap. */
const mostInSitemap = 50_000;

/** Returns the domains of all providers, and when the services of each last changed. */
export async function listProviderDomains(
  database: Pick<Database, 'query'>,
): Promise<{ domain: string; updatedAt: Date }[]> {
  const { rows } = await database.query<{ domain: string; updatedAt: Date }>(
    `select ${domain} as domain, max(updated_at) as "updatedAt" from services
      where ${isListed} and ${domain} <> '' group by 1 order by 1 limit ${mostInSitemap}`,
  );
  return rows;
}
