import type { Database } from '../database.js';
import type { Position } from './position.js';

/** Has the documents of services rebuilt, or removed if the service is gone. Used to repair an index. */
export async function touchServices(database: Pick<Database, 'query'>, ids: readonly string[]): Promise<void> {
  await database.query(
    `with touched as (
        insert into changes (service_id, type) select id, 'touched' from unnest($1::uuid[]) as named (id)
      )
      select pg_notify('shirube_changes', '')`,
    [ids],
  );
}

/** Has the documents of all services rebuilt that have entries after a position in the log. */
export async function touchChangedAfter(
  database: Pick<Database, 'query'>,
  { transaction, number }: Position,
): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'select distinct service_id as id from changes where (transaction_id, number) > ($1::xid8, $2::bigint)',
    [String(transaction), String(number)],
  );
  await touchServices(
    database,
    rows.map(({ id }) => id),
  );
}
