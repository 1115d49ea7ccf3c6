import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';

/** The service of another account that has had that endpoint first, if there is one. */
export type FindDuplicated = (endpoint: string, accountId: string) => Promise<string | undefined>;

const findAll = `
  select claims.service_id
  from unnest($1::text[], $2::uuid[]) with ordinality as asked (endpoint_key, account_id, position)
  left join endpoint_claims as claims
    on claims.endpoint_key = asked.endpoint_key and claims.account_id <> asked.account_id
  order by asked.position`;

/** The service of another account at whose endpoint this one's leads, by the last check that saw it, if there is one. */
export async function findLedTo(
  database: Pick<Database, 'query'>,
  serviceId: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ service_id: string }>(
    `select service_id from services join endpoint_claims as claims
        on claims.endpoint_key = leads_to and claims.account_id <> services.account_id
      where id = $1`,
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
