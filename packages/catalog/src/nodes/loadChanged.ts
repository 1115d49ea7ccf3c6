import type { CatalogEntry } from '@shirube/contracts';
import type { Database } from '../database.js';
import type { LogEntry } from '../log/readLog.js';
import { type EntryRow, entryColumns, isShown, toEntry } from '../services/serviceRow.js';

/** Services in their current state, and the ids of those that are gone. */
export interface ChangedServices {
  entries: CatalogEntry[];
  gone: string[];
}

// Includes services whose rank at their endpoint may have changed: those at an endpoint that its first service has
// left, and those behind one that has arrived and ranks before them.
const load = `
  with affected as (
    select id from unnest($1::uuid[]) as named (id)
    union select services.id from services where endpoint_key = any ($2::text[])
    union select later.id from services as arrived join services as later
      on later.endpoint_key = arrived.endpoint_key and later.account_id <> arrived.account_id
        and (coalesce(later.endpoint_since, later.created_at), later.id)
          > (coalesce(arrived.endpoint_since, arrived.created_at), arrived.id)
      where arrived.id = any ($3::uuid[])
  )
  select ${entryColumns}
  from affected join services using (id) join categories on categories.id = services.category
  where ${isShown}`;

/** Columns whose change may move a service ahead of others at its endpoint. */
const arrivals = new Set(['endpoint', 'moderation']);

/** Loads the services of these log entries, each once, in their current state for the index. */
export async function loadChanged(
  database: Database,
  entries: readonly Pick<LogEntry, 'serviceId' | 'type' | 'columns' | 'leftEndpoint'>[],
): Promise<ChangedServices> {
  const ids = new Set(entries.map(({ serviceId }) => serviceId));
  const arrived = entries.filter(
    ({ type, columns }) => type === 'created' || columns.some((column) => arrivals.has(column)),
  );
  const { rows } = await database.query<EntryRow>({
    name: 'load-changed',
    text: load,
    values: [
      [...ids],
      entries.flatMap(({ leftEndpoint }) => leftEndpoint ?? []),
      arrived.map(({ serviceId }) => serviceId),
    ],
  });
  for (const { id } of rows) ids.delete(id);
  return { entries: rows.map(toEntry), gone: [...ids] };
}
