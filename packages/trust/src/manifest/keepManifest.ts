import { type Database, endpointDigest, inTransaction, unclaimedAccount } from '@shirube/catalog';
import { type Details, type Observed, validDetails } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import type { DeclaredResource } from './openapiResources.js';
import type { ManifestResource } from './readManifest.js';

/** Takes the turn to read the manifest of an origin; false if it was read within the last day. */
export async function takeManifestTurn(database: Database, origin: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into read_manifests as before (origin, read_at) values ($1, now())
      on conflict (origin) do update set read_at = now() where before.read_at < now() - interval '1 day'`,
    [origin],
  );
  return rowCount === 1;
}

/** Prunes origins that may be read again anyway. */
export async function pruneManifestTurns(database: Database): Promise<void> {
  await database.query("delete from read_manifests where read_at < now() - interval '2 days'");
}

interface Listed {
  id: string;
  endpoint: string;
  key: string;
  /** The registered method, or otherwise the one that got a response. */
  method: string | null;
}

/** The maximum number of services of one origin that are filled from its documents. */
const mostFilled = 500;

/** Returns the declared resources that are registered. Only these are worth describing. */
export async function registeredResources(
  database: Database,
  origin: string,
  declared: readonly DeclaredResource[],
): Promise<DeclaredResource[]> {
  const keyed = declared.map((resource) => ({ resource, key: endpointDigest(resource.endpoint) }));
  const { rows } = await database.query<{ key: string }>(
    `select distinct endpoint_key as key from services join monitoring on service_id = id
      where host = $1 and endpoint_key = any ($2) and account_id <> '${unclaimedAccount}'`,
    [endpointHost(origin), keyed.map(({ key }) => key)],
  );
  const registered = new Set(rows.map(({ key }) => key));
  return keyed.filter(({ key }) => registered.has(key)).map(({ resource }) => resource);
}

/** More would blur what it does. */
const longestSummary = 500;

/** Returns what a document says that a resource does. */
function summaryOf({ name, description }: Partial<ManifestResource> = {}): string | undefined {
  const texts = [name, description].filter((text) => typeof text === 'string');
  const plain = texts
    .join('. ')
    .slice(0, longestSummary)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();
  return plain === '' ? undefined : plain;
}

/**
 * Returns, by service id, what the documents of an origin say about the services that they mention or used to mention.
 */
async function declaredDetails(database: Database, origin: string, resources: readonly ManifestResource[]) {
  const keyed = resources.map((resource) => ({ ...resource, key: endpointDigest(resource.endpoint) }));
  const { rows } = await database.query<Listed>(
    `select id, endpoint, endpoint_key as key, coalesce(details -> 'call' ->> 'method', method) as method
      from services join monitoring on service_id = id
      where host = $1 and account_id <> '${unclaimedAccount}' and (endpoint_key = any ($2) or coalesce(services.observed -> 'manifest', services.observed -> 'summary') is not null)
      order by id limit ${mostFilled}`,
    [endpointHost(origin), keyed.map(({ key }) => key)],
  );
  const declared = new Map<string, { endpoint: string; details: Details | undefined; summary: string | undefined }>();
  for (const { id, endpoint, key, method } of rows.filter(
    ({ endpoint }) => new URL(endpoint).host === new URL(origin).host,
  )) {
    // Processing schemas takes long, so other work gets a turn in between.
    await new Promise(setImmediate);
    const same = keyed.filter((resource) => resource.key === key);
    const resource = same.find((each) => each.method === method) ?? same[0];
    declared.set(id, { endpoint, details: resource && validDetails(resource.details), summary: summaryOf(resource) });
  }
  return declared;
}

/**
 * Stores with every service of an origin what its documents say about it, and removes that from services they no longer
 * mention. Returns the ids of the services for which this has changed.
 */
export async function keepManifest(
  database: Database,
  origin: string,
  resources: readonly ManifestResource[],
): Promise<string[]> {
  const declared = await declaredDetails(database, origin, resources);
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: string; endpoint: string; observed: Observed | null }>(
      'select id, endpoint, observed from services where id = any ($1) order by id for update',
      [[...declared.keys()]],
    );
    const changed = rows.flatMap(({ id, endpoint, observed }) => {
      const { manifest: before, summary: summaryBefore, ...others } = observed ?? {};
      const { endpoint: readFor, details: manifest, summary } = declared.get(id) ?? {};
      // A service that has moved meanwhile is at another endpoint.
      if (endpoint !== readFor || JSON.stringify([manifest, summary]) === JSON.stringify([before, summaryBefore]))
        return [];
      return [{ id, observed: { ...others, manifest, summary } }];
    });
    if (changed.length === 0) return [];
    await client.query(
      `update services set observed = changed.observed, revision = revision + 1
        from json_to_recordset($1) as changed (id uuid, observed json) where services.id = changed.id`,
      [JSON.stringify(changed)],
    );
    return changed.map(({ id }) => id);
  });
}
