import type { ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { ofFirstAt, type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Who else has the endpoint of a service. */
export interface SameEndpoint {
  /** The service of another account that comes first there. */
  duplicated: string | null;
  /** An earlier service of the same account. */
  earlier: string | null;
}

/**
 * Selects who else has the endpoint of a row. A statement that stores services does not see them: `mate` names the
 * column of those that it stores, for endpoints that nobody had before. `offset 0` keeps Postgres from scanning by id
 * for the first service at an endpoint, which may read the whole catalog.
 */
export const sameEndpoint = (
  row: string,
  mate: (column: 'first_id' | 'first_account' | 'own_id') => string = () => 'null::uuid',
): string => `
  case when coalesce(${ofFirstAt('account_id', `${row}.endpoint_key`)}, ${mate('first_account')}) <> ${row}.account_id
    then coalesce(${ofFirstAt('id', `${row}.endpoint_key`)}, ${mate('first_id')}) end as duplicated,
  coalesce((
    select own.id from (select id, account_id from services where endpoint_key = ${row}.endpoint_key offset 0) as own
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

/** Returns the ids of the services that come first at endpoints, of any account, by the keys of the endpoints. */
export async function listFirst(database: Pick<Database, 'query'>, endpointKeys: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string | null }>(
    `select ${ofFirstAt('id', 'key')} as id from unnest($1::text[]) as key`,
    [endpointKeys],
  );
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns the first service of an account at each endpoint, by the key of the endpoint. */
export async function findOwnServices(
  database: Pick<Database, 'query'>,
  accountId: string,
  endpointKeys: readonly string[],
): Promise<Map<string, ServiceDetail>> {
  const { rows } = await database.query<ServiceRow & { endpoint_key: string }>(
    `select distinct on (endpoint_key) endpoint_key, ${serviceColumns} from services
      where endpoint_key = any($1) and account_id = $2 order by endpoint_key, id`,
    [endpointKeys, accountId],
  );
  return new Map(rows.map((row) => [row.endpoint_key, toService(row)]));
}
