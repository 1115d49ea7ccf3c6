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

const maxPerHour = 10;
const maxPerDomain = 200;
/** Unclaimed services may be this share of the catalog, and a number that a new catalog needs. */
const [maxShare, maxAnyway] = [0.3, 1_000];
/** How many services may wait for review. */
const maxWaiting = 1_000;
/** A service is removed after so many failed checks: one says nothing, and a monitor may have stood still since. */
const minFailures = 4;
/** The share of the room that one network may take in a day. */
const networkShare = 0.1;

/** Why nothing is listed for a request. */
export type ListingRefusal = 'too_often' | 'domain_full' | 'catalog_full' | 'blocked' | 'refused';

/** A request to list what is at an address. */
export interface ListingRequest {
  id: string;
  url: string;
  domain: string;
  networkPrefix: string;
}

/** Returns how many services a request may list, those included that wait for review, or why it may list none. */
async function roomFor(
  database: Pick<Database, 'query'>,
  { url, domain, networkPrefix }: Omit<ListingRequest, 'id'>,
  isReviewed: boolean,
): Promise<{ room: number } | { refusal: ListingRefusal }> {
  const { rows } = await database.query<
    Record<'inDomain' | 'inAll' | 'ofNetwork', number> & Record<'blocked' | 'refused', boolean>
  >(
    `with waiting as (
        select domain, jsonb_array_length(registrations) as services from open_listings where registrations is not null
      ), unclaimed as (
        select endpoint_host = $1 or endpoint_host like '%.' || $1 as "isOfDomain" from services where account_id = $3
      )
      select
        exists (select from moderated_places where kind = 'host' and place = $5) as blocked,
        exists (select from open_listings where refused_at > now() - interval '30 days' and domain = $1) as refused,
        (${maxPerDomain} - (select count(*) from unclaimed where "isOfDomain")
          - (select coalesce(sum(services), 0) from waiting where domain = $1))::float8 as "inDomain",
        floor(least(
          greatest(${maxAnyway}, ${maxShare} * (select count(*) from services)) - (select count(*) from unclaimed),
          case when $4 then ${maxWaiting} end
        ) - (select coalesce(sum(services), 0) from waiting))::float8 as "inAll",
        (select coalesce(sum(listed), 0) from open_listings where network_prefix = $2)::float8 as "ofNetwork"`,
    [domain, networkPrefix, unclaimedAccount, isReviewed, endpointHost(url)],
  );
  const [row] = rows;
  if (!row || row.blocked) return { refusal: 'blocked' };
  const { refused, inDomain, inAll, ofNetwork } = row;
  if (refused) return { refusal: 'refused' };
  if (inDomain <= 0) return { refusal: 'domain_full' };
  if (inAll <= 0) return { refusal: 'catalog_full' };
  const ofShare = Math.ceil(networkShare * (inAll + ofNetwork)) - ofNetwork;
  return ofShare <= 0 ? { refusal: 'too_often' } : { room: Math.min(inDomain, inAll, ofShare) };
}

/** Notes a request to list what is at an address, or returns why it is refused. */
export async function requestListing(
  database: Database,
  url: string,
  networkPrefix: string,
  isReviewed: boolean,
): Promise<ListingRequest | { refusal: ListingRefusal }> {
  const domain = hostNames(endpointHost(url)).provider;
  return inTransaction(database, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('shirube listings ' || $1))`, [networkPrefix]);
    const { rows } = await client.query<{ requests: number }>(
      `select count(*)::integer as requests from open_listings
        where network_prefix = $1 and requested_at > now() - interval '1 hour'`,
      [networkPrefix],
    );
    if ((rows[0]?.requests ?? 0) >= maxPerHour) return { refusal: 'too_often' };
    const found = await roomFor(client, { url, domain, networkPrefix }, isReviewed);
    if ('refusal' in found) return found;
    const id = uuidv7();
    await client.query('insert into open_listings (id, url, domain, network_prefix) values ($1, $2, $3, $4)', [
      id,
      url,
      domain,
      networkPrefix,
    ]);
    return { id, url, domain, networkPrefix };
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
  return { absent: [...different.values()], exists: [...existing.values()] };
}

/** What became of a request: the endpoints that are listed, with their ids, or that wait, and what existed before. */
export interface ListingOutcome {
  listed: ReadonlyMap<string, string | undefined>;
  exists: string[];
}

/** Lists what an address sells as services of nobody, or keeps it for an operator to review: as far as there is room. */
export function storeListing(
  database: Database,
  request: ListingRequest,
  registrations: readonly Registration[],
  isReviewed: boolean,
): Promise<ListingOutcome | { refusal: ListingRefusal }> {
  return inTransaction(database, async (client) => {
    await lockEndpoints(client, unclaimedAccount);
    const { absent, exists } = await findNew(client, registrations);
    const waiting = isReviewed ? await endpointsWaiting(client, absent) : new Set<string>();
    const fresh = absent.filter(({ endpoint }) => !waiting.has(endpoint));
    if (fresh.length === 0)
      return { listed: new Map(Array.from(waiting, (endpoint) => [endpoint, undefined])), exists };
    const found = await roomFor(client, request, isReviewed);
    if ('refusal' in found) return found;
    const chosen = fresh.slice(0, found.room);
    const services = isReviewed ? [] : await storeUnclaimed(client, chosen);
    await client.query('update open_listings set listed = $2, registrations = $3 where id = $1', [
      request.id,
      chosen.length,
      // What a reviewer does not see is not listed.
      isReviewed ? JSON.stringify(chosen.map(({ call: _call, ...seen }) => seen)) : null,
    ]);
    const ids = new Map(services.map(({ endpoint, id }) => [endpoint, id]));
    const endpoints = [...waiting, ...chosen.map(({ endpoint }) => endpoint)];
    return { listed: new Map(endpoints.map((endpoint) => [endpoint, ids.get(endpoint)])), exists };
  });
}

/** Returns which of these endpoints wait for review already, in whatever notation. */
async function endpointsWaiting(client: Pick<Database, 'query'>, registrations: readonly Registration[]) {
  const { rows } = await client.query<{ endpoint: string }>(
    `select registration ->> 'endpoint' as endpoint from open_listings, jsonb_array_elements(registrations) as registration`,
  );
  const waiting = new Set(rows.map(({ endpoint }) => endpointDigest(endpoint)));
  return new Set(registrations.map(({ endpoint }) => endpoint).filter((one) => waiting.has(endpointDigest(one))));
}

async function storeUnclaimed(client: pg.PoolClient, registrations: readonly Registration[]): Promise<ServiceDetail[]> {
  const services = registrations.map(newService);
  await storeServices(
    client,
    services.map((service) => toBatchRecord(service, unclaimedAccount)),
  );
  return services;
}

/** Lists what waits for review. Returns undefined if it does not wait. Must be called in a transaction. */
export async function acceptWaiting(client: pg.PoolClient, id: string): Promise<ServiceDetail[] | undefined> {
  await lockEndpoints(client, unclaimedAccount);
  const registrations = await takeWaiting(client, id);
  return registrations && storeUnclaimed(client, (await findNew(client, registrations)).absent);
}

/** Returns the oldest listings that wait for review, with the first services of each, and how many wait. */
export async function listWaiting(
  database: Pick<Database, 'query'>,
): Promise<{ listings: OpenListing[]; total: number }> {
  const { rows } = await database.query<OpenListing & { waiting: number }>(
    `select id, url, domain, iso_time(requested_at) as "requestedAt", jsonb_array_length(registrations) as total,
        count(*) over ()::integer as waiting, (
          select jsonb_agg(registration) from jsonb_array_elements(registrations)
            with ordinality as shown (registration, place) where place <= 20
        ) as services
      from open_listings where registrations is not null order by requested_at limit 20`,
  );
  return { listings: rows.map(({ waiting, ...listing }) => listing), total: rows[0]?.waiting ?? 0 };
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

/**
 * Removes services of nobody whose checks have failed for seven days, up to now, and what is known of requests of the
 * past.
 */
export async function pruneUnclaimed(database: Pick<Database, 'query'>): Promise<string[]> {
  await database.query(
    `with forgotten as (
        update open_listings set network_prefix = null
        where network_prefix is not null and requested_at < now() - interval '1 day'
      )
      delete from open_listings where greatest(requested_at, refused_at) < now() - interval '30 days'`,
  );
  const { rows } = await database.query<{ id: string }>(
    `delete from services using monitoring
      where service_id = id and account_id = $1 and failing_since < now() - interval '7 days' and failures >= ${minFailures}
        and last_checked > now() - interval '1 day' and not simulated
      returning id`,
    [unclaimedAccount],
  );
  return rows.map(({ id }) => id);
}
