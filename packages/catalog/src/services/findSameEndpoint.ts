import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { ofFirstAt } from './serviceRow.js';

/** Who had the endpoint of a service first: of other accounts, and of its own. */
interface SameEndpoint {
  duplicated: string | undefined;
  earlier: string | undefined;
}

/** Whose endpoint is looked for. */
interface Asked {
  id: string;
  endpoint: string;
}

const findAll = `
  select first.id as duplicated, (
      select own.id from services as own
      where own.endpoint_key = asked.endpoint_key and own.account_id = asked.account_id and own.id < asked.id
      order by own.id limit 1
    ) as earlier
  from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality as asked (endpoint_key, account_id, id, position)
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

/** Makes the function that finds who has the endpoint of a service already; those asked for together in one statement. */
export function createSameEndpointFinder(database: Database) {
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

/** The first service that an account has at an endpoint, if it has one. */
export async function findOwnAt(
  database: Pick<Database, 'query'>,
  accountId: string,
  endpoint: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'select id from services where endpoint_key = $1 and account_id = $2 order by id limit 1',
    [endpointDigest(endpoint), accountId],
  );
  return rows[0]?.id;
}
