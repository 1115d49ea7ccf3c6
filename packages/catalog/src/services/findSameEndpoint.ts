import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { ofFirstAt } from './serviceRow.js';

/** The first service at the same endpoint of another account, and an earlier one of the same account. */
interface SameEndpoint {
  duplicated: string | undefined;
  earlier: string | undefined;
}

/** The service whose endpoint is looked up. */
interface Asked {
  id: string;
  endpoint: string;
}

/**
 * The services at an endpoint. `offset 0` keeps Postgres from scanning by id for the first one, which may read the
 * whole catalog.
 */
const servicesAt = (endpointKey: string): string => `(
    select id, account_id, owner_verified is null as unproven, coalesce(endpoint_since, created_at) as since
    from services where endpoint_key = ${endpointKey} offset 0
  )`;

const findAll = `
  select first.id as duplicated, (
      select own.id from ${servicesAt('asked.endpoint_key')} as own
      where own.account_id = asked.account_id and own.id < asked.id
      order by own.id limit 1
    ) as earlier
  from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality as asked (endpoint_key, account_id, id, position)
  left join lateral (
    select at.id, at.account_id from ${servicesAt('asked.endpoint_key')} as at
    order by at.unproven, at.since, at.id limit 1
  ) as first on first.account_id <> asked.account_id
  order by asked.position`;

/**
 * Returns the service of another account whose endpoint this one redirects to, as the last check saw it; undefined if
 * none.
 */
export async function findLedTo(database: Pick<Database, 'query'>, serviceId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ service_id: string }>(
    `select first.id as service_id from services join services as first
        on first.id = ${ofFirstAt('id', 'services.leads_to')} and first.account_id <> services.account_id
      where services.id = $1`,
    [serviceId],
  );
  return rows[0]?.service_id;
}

/** Creates a function that finds existing services at an endpoint. Concurrent calls share one statement. */
export function createSameEndpointFinder(database: Pick<Database, 'query'>) {
  const find = coalesce(async (asked: readonly { key: string; accountId: string; id: string }[]) => {
    const { rows } = await database.query<{ duplicated: string | null; earlier: string | null }>({
      name: 'find-same-endpoint',
      text: findAll,
      values: [asked.map(({ key }) => key), asked.map(({ accountId }) => accountId), asked.map(({ id }) => id)],
    });
    return rows.map(
      ({ duplicated, earlier }): SameEndpoint => ({
        duplicated: duplicated ?? undefined,
        earlier: earlier ?? undefined,
      }),
    );
  });
  return ({ id, endpoint }: Asked, accountId: string) => find({ key: endpointDigest(endpoint), accountId, id });
}

/** Returns the first service of an account at an endpoint; undefined if it has none. */
export async function findOwnAt(
  database: Pick<Database, 'query'>,
  accountId: string,
  endpoint: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `select own.id from ${servicesAt('$1')} as own where own.account_id = $2 order by own.id limit 1`,
    [endpointDigest(endpoint), accountId],
  );
  return rows[0]?.id;
}
