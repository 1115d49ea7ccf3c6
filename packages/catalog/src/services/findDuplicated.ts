import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { ofFirstAt } from './serviceRow.js';

/** The service of another account that has had that endpoint first, if there is one. */
export type FindDuplicated = (endpoint: string, accountId: string) => Promise<string | undefined>;

const findAll = `
  select first.id as service_id
  from unnest($1::text[], $2::uuid[]) with ordinality as asked (endpoint_key, account_id, position)
  left join services as first
    on first.id = ${ofFirstAt('id', 'asked.endpoint_key')} and first.account_id <> asked.account_id
  order by asked.position`;

/** The service of another account at whose endpoint this one's leads, by the last check that saw it, if there is one. */
export async function findLedTo(database: Pick<Database, 'query'>, serviceId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ service_id: string }>(
    `select first.id as service_id from services join services as first
        on first.id = ${ofFirstAt('id', 'services.leads_to')} and first.account_id <> services.account_id
      where services.id = $1`,
    [serviceId],
  );
  return rows[0]?.service_id;
}

/** Looks for several that are asked for together in one statement. */
export function createDuplicateFinder(database: Database): FindDuplicated {
  const find = coalesce(async (asked: readonly { key: string; accountId: string }[]) => {
    const { rows } = await database.query<{ service_id: string | null }>({
      name: 'find-duplicated',
      text: findAll,
      values: [asked.map(({ key }) => key), asked.map(({ accountId }) => accountId)],
    });
    return rows.map(({ service_id }) => service_id ?? undefined);
  });
  return (endpoint, accountId) => find({ key: endpointDigest(endpoint), accountId });
}

const findOwn = `
  select (
    select own.id from services as own
    where own.endpoint_key = asked.endpoint_key and own.account_id = asked.account_id and own.id < asked.service_id
    order by own.id limit 1
  ) as service_id
  from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality as asked (endpoint_key, account_id, service_id, position)
  order by asked.position`;

/** Makes the function that finds the first service that an account has registered at the endpoint of a later one of its own. */
export function createEarlierFinder(database: Database) {
  const find = coalesce(async (asked: readonly { key: string; accountId: string; id: string }[]) => {
    const { rows } = await database.query<{ service_id: string | null }>({
      name: 'find-earlier',
      text: findOwn,
      values: [asked.map(({ key }) => key), asked.map(({ accountId }) => accountId), asked.map(({ id }) => id)],
    });
    return rows.map(({ service_id }) => service_id ?? undefined);
  });
  return (endpoint: string, accountId: string, id: string) => find({ key: endpointDigest(endpoint), accountId, id });
}
