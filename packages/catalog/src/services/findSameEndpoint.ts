import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { ofFirstAt } from './serviceRow.js';

/** Who else has the endpoint of a service. */
export interface SameEndpoint {
  /** The service of another account that comes first there. */
  duplicated: string | null;
  /** An earlier service of the same account. */
  earlier: string | null;
}

/**
 * The services at an endpoint. `offset 0` keeps Postgres from scanning by id for the first one, which may read the
 * whole catalog.
 */
const servicesAt = (endpointKey: string): string =>
  `(select id, account_id from services where endpoint_key = ${endpointKey} offset 0)`;

/**
 * Selects who else has the endpoint of a row. A statement that stores services does not see them: `mate` names the
 * column of those that it stores, for endpoints that nobody had before.
 */
export const sameEndpoint = (
  row: string,
  mate: (column: 'first_id' | 'first_account' | 'own_id') => string = () => 'null::uuid',
): string => `
  case when coalesce(${ofFirstAt('account_id', `${row}.endpoint_key`)}, ${mate('first_account')}) <> ${row}.account_id
    then coalesce(${ofFirstAt('id', `${row}.endpoint_key`)}, ${mate('first_id')}) end as duplicated,
  coalesce((
    select own.id from ${servicesAt(`${row}.endpoint_key`)} as own
    where own.account_id = ${row}.account_id and own.id < ${row}.id
    order by own.id limit 1
  ), ${mate('own_id')}) as earlier`;

/**
 * Returns the service of another account that comes first at the endpoint of a service, or at the one that it redirects
 * to, as the last check saw it; undefined if none.
 */
export async function findFirst(
  database: Pick<Database, 'query'>,
  serviceId: string,
  at: 'endpoint_key' | 'leads_to',
): Promise<string | undefined> {
  const { rows } = await database.query<{ service_id: string }>(
    `select first.id as service_id from services join services as first
        on first.id = ${ofFirstAt('id', `services.${at}`)} and first.account_id <> services.account_id
      where services.id = $1`,
    [serviceId],
  );
  return rows[0]?.service_id;
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
