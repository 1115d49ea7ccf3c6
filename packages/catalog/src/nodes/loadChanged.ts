import type { CatalogEntry } from '@shirube/contracts';
import type { Database } from '../database.js';
import type { LogEntry } from '../log/readLog.js';
import { type EntryRow, entryColumns, toEntry } from '../services/serviceRow.js';

/** Services as they are now, and those that are gone. */
export interface ChangedServices {
  entries: CatalogEntry[];
  gone: string[];
}

// Besides the named services those whose place among the services of their endpoint may be another: at an endpoint that
// its first service has left, and behind one that has arrived and was there before them.
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
  from affected join services using (id) join categories on categories.id = services.category`;

/** Loads the services that entries of the log are about, each once, as the index needs them now. */
export async function loadChanged(
  database: Database,
  entries: readonly Pick<LogEntry, 'serviceId' | 'type' | 'columns' | 'leftEndpoint'>[],
): Promise<ChangedServices> {
  const ids = new Set(entries.map(({ serviceId }) => serviceId));
  const arrived = entries.filter(({ type, columns }) => type === 'created' || columns.includes('endpoint'));
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
