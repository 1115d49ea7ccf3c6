import type { Database } from '../database.js';

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
