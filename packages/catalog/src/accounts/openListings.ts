import type { OpenListing, Registration, ServiceDetail } from '@shirube/contracts';
import { endpointHost, hostNames } from '@shirube/domain';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type Database, inTransaction } from '../database.js';
import { endpointDigest } from '../services/endpointDigest.js';
import { newService } from '../services/newService.js';
import { lockEndpoints } from '../services/registerService.js';
import { storeServices, toBatchRecord } from '../services/storeServices.js';
import { unclaimedAccount } from './accounts.js';

const perHour = 10;
const perDomain = 200;
/** Unclaimed services may be this share of the catalog, and a number that a new catalog needs. */
const [mostShare, mostAnyway] = [0.3, 1_000];

/** Why a request to list is refused before anything is fetched. */
export type ListingRefusal = 'too_often' | 'domain_full' | 'catalog_full' | 'blocked' | 'refused';

/** Notes a request to list what is at an address. Returns its id, or why it is refused. */
export async function requestListing(
  database: Database,
  url: string,
  networkPrefix: string,
): Promise<{ id: string } | { refusal: ListingRefusal }> {
  const host = endpointHost(url);
  const domain = hostNames(host).provider;
  return inTransaction(database, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('shirube listings ' || $1))`, [networkPrefix]);
    const { rows } = await client.query<{ [Name in ListingRefusal]: boolean }>(
      `select
        (select count(*) from open_listings where network_prefix = $1 and requested_at > now() - interval '1 hour') >= $4 as too_often,
        exists (select from moderated_places where kind = 'host' and place = $3) as blocked,
        exists (select from open_listings where refused_at > now() - interval '30 days' and endpoint_host(url) = $3) as refused,
        (select count(*) from services where account_id = $5 and (endpoint_host = $2 or endpoint_host like '%.' || $2)) >= $6 as domain_full,
        (select count(*) from services where account_id = $5)
          >= greatest($7::float8, $8::float8 * (select count(*) from services)) as catalog_full`,
      [networkPrefix, domain, host, perHour, unclaimedAccount, perDomain, mostAnyway, mostShare],
    );
    const refusals: ListingRefusal[] = ['too_often', 'blocked', 'refused', 'domain_full', 'catalog_full'];
    const refusal = refusals.find((one) => rows[0]?.[one]);
    if (refusal) return { refusal };
    const id = uuidv7();
    await client.query('insert into open_listings (id, url, domain, network_prefix) values ($1, $2, $3, $4)', [
      id,
      url,
      domain,
      networkPrefix,
    ]);
    return { id };
  });
}

/** Splits registrations into those whose endpoints nobody has, and the ids of the services at the others. */
async function findNew(client: Pick<Database, 'query'>, registrations: readonly Registration[]) {
  const keys = registrations.map(({ endpoint }) => endpointDigest(endpoint));
  const { rows } = await client.query<{ key: string; id: string }>(
    `select distinct on (endpoint_key) endpoint_key as key, id from services where endpoint_key = any($1) order by endpoint_key, id`,
    [keys],
  );
  const existing = new Map(rows.map(({ key, id }) => [key, id]));
  const absent = registrations.filter((_, i) => !existing.has(keys[i] ?? ''));
  const different = new Map(absent.map((registration) => [endpointDigest(registration.endpoint), registration]));
  return { absent: [...different.values()].slice(0, perDomain), exists: [...existing.values()] };
}

/** Keeps what an address sells for an operator to review. Returns the ids of what is listed already. */
export async function keepForReview(
  database: Database,
  id: string,
  registrations: readonly Registration[],
): Promise<{ registrations: Registration[]; exists: string[] }> {
  const { absent, exists } = await findNew(database, registrations);
  if (absent.length > 0)
    await database.query('update open_listings set registrations = $2 where id = $1', [id, JSON.stringify(absent)]);
  return { registrations: absent, exists };
}

/** Lists services of nobody, except at endpoints that somebody has listed. Must be called in a transaction. */
export async function listUnclaimed(
  client: pg.PoolClient,
  registrations: readonly Registration[],
): Promise<{ services: ServiceDetail[]; exists: string[] }> {
  await lockEndpoints(client, unclaimedAccount);
  const { absent, exists } = await findNew(client, registrations);
  const services = absent.map(newService);
  await storeServices(
    client,
    services.map((service) => toBatchRecord(service, unclaimedAccount)),
  );
  return { services, exists };
}

/** Lists what waits for review. Returns undefined if it does not wait. Must be called in a transaction. */
export async function acceptWaiting(client: pg.PoolClient, id: string): Promise<ServiceDetail[] | undefined> {
  const registrations = await takeWaiting(client, id);
  return registrations && (await listUnclaimed(client, registrations)).services;
}

/** Returns what waits for review, oldest first. */
export async function listWaiting(database: Pick<Database, 'query'>): Promise<OpenListing[]> {
  const { rows } = await database.query<OpenListing>(
    `select id, url, domain, iso_time(requested_at) as "requestedAt", registrations as services
      from open_listings where registrations is not null order by requested_at limit 100`,
  );
  return rows;
}

/** Takes a listing from those that wait. Returns what it would list; undefined if it does not wait. */
async function takeWaiting(client: Pick<Database, 'query'>, id: string): Promise<Registration[] | undefined> {
  const { rows } = await client.query<{ registrations: Registration[] }>(
    `with taken as (select id, registrations from open_listings where id::text = $1 and registrations is not null for update)
      update open_listings set registrations = null from taken where open_listings.id = taken.id returning taken.registrations`,
    [id],
  );
  return rows[0]?.registrations;
}

/** Refuses what waits for review, so that it is not asked for again. Returns false if it does not wait. */
export async function refuseWaiting(client: Pick<Database, 'query'>, id: string): Promise<boolean> {
  const registrations = await takeWaiting(client, id);
  if (registrations) await client.query('update open_listings set refused_at = now() where id::text = $1', [id]);
  return registrations !== undefined;
}

/** A service of nobody, to be compared with what its endpoint says now. */
export interface UnclaimedService {
  id: string;
  endpoint: string;
  method: string | null;
}

/**
 * Returns services of nobody that may have changed: those that the last check contradicts, and those that were not
 * compared for a day.
 */
export async function dueUnclaimed(database: Pick<Database, 'query'>, limit: number): Promise<UnclaimedService[]> {
  const { rows } = await database.query<UnclaimedService>(
    `with due as (
        select services.id from services left join followed_listings on service_id = services.id
        left join lateral (
          select verdict, checked_at from checks where checks.service_id = services.id order by checked_at desc limit 1
        ) as last on true
        where account_id = $1 and coalesce(followed_at, services.created_at) < case
          when last.verdict like 'wrong%' then last.checked_at else now() - interval '1 day' end
        order by services.id limit $2
      ), noted as (
        insert into followed_listings (service_id) select id from due
        on conflict (service_id) do update set followed_at = now()
      )
      select services.id, endpoint, coalesce(details #>> '{call,method}', observed #>> '{call,method}') as method
      from services join due using (id)`,
    [unclaimedAccount, limit],
  );
  return rows;
}

/** Removes services of nobody whose checks have failed for seven days, and what is known of requests of the past. */
export async function pruneUnclaimed(database: Pick<Database, 'query'>): Promise<string[]> {
  await database.query(
    `with forgotten as (
        update open_listings set network_prefix = null
        where network_prefix is not null and requested_at < now() - interval '1 hour'
      )
      delete from open_listings where greatest(requested_at, refused_at) < now() - interval '30 days'`,
  );
  const { rows } = await database.query<{ id: string }>(
    `delete from services where account_id = $1 and created_at < now() - interval '7 days'
      and exists (select from checks where service_id = services.id and checked_at > now() - interval '7 days')
      and not exists (
        select from checks where service_id = services.id and checked_at > now() - interval '7 days' and verdict = 'ok'
      )
      returning id`,
    [unclaimedAccount],
  );
  return rows.map(({ id }) => id);
}
