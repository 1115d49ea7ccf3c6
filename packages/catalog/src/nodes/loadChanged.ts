import type { CatalogEntry } from '@shirube/contracts';
import type { Database } from '../database.js';
import type { LogEntry } from '../log/readLog.js';
import { type EntryRow, entryColumns, isListed, toEntry } from '../services/serviceRow.js';

/** Services in their current state, and the ids of those that are gone from lists and searches. */
interface ChangedServices {
  entries: CatalogEntry[];
  gone: string[];
  /** Those of both that the node has set aside. */
  setAside: string[];
}

// Includes services whose rank at their endpoint may have changed: those at an endpoint that an earlier service has
// left, and those after one that has arrived and ranks before them.
const load = `
  with affected as (
    select id from unnest($1::uuid[]) as named (id)
    union select services.id from services where endpoint_key = any ($2::text[])
    union select later.id from services as arrived join services as later
      on later.endpoint_key = arrived.endpoint_key
        and (coalesce(later.endpoint_since, later.created_at), later.id)
          > (coalesce(arrived.endpoint_since, arrived.created_at), arrived.id)
      where arrived.id = any ($3::uuid[])
  )
  select affected.id as affected, ${entryColumns},
    affected.id in (select service_id from refused_documents where node = $4) as is_set_aside
  from affected left join (services join categories on categories.id = services.category)
    on services.id = affected.id and ${isListed}`;

/** Columns whose change may move a service ahead of others at its endpoint. */
const arrivals = new Set(['endpoint', 'moderation']);

/** Loads the services of these log entries, each once, in their current state for the index, of this node if one is given. */
export async function loadChanged(
  database: Database,
  entries: readonly Pick<LogEntry, 'serviceId' | 'type' | 'columns' | 'leftEndpoint'>[],
  node?: string,
): Promise<ChangedServices> {
  const arrived = entries.filter(
    ({ type, columns }) => type === 'created' || columns.some((column) => arrivals.has(column)),
  );
  const { rows } = await database.query<EntryRow & { affected: string; is_set_aside: boolean }>({
    name: 'load-changed',
    text: load,
    values: [
      [...new Set(entries.map(({ serviceId }) => serviceId))],
      entries.flatMap(({ leftEndpoint }) => leftEndpoint ?? []),
      arrived.map(({ serviceId }) => serviceId),
      node,
    ],
  });
  const isFound = ({ id }: { id: string | null }) => id !== null;
  return {
    entries: rows.filter(isFound).map(toEntry),
    gone: rows.filter((row) => !isFound(row)).map(({ affected }) => affected),
    setAside: rows.filter(({ is_set_aside }) => is_set_aside).map(({ affected }) => affected),
  };
}
