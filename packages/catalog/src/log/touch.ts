import type { Database } from '../database.js';

/** Has the documents of services made again, or removed where the service is gone: what repairs an index. */
export async function touchServices(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    `with touched as (
        insert into changes (service_id, type) select id, 'touched' from unnest($1::uuid[]) as named (id)
      )
      select pg_notify('shirube_changes', '')`,
    [ids],
  );
}
