import { addServices, type Database, toBatchRecord } from '@shirube/catalog';
import type { FullService } from '@shirube/contracts';
import type { ImportChoice, ImportedLines, NewLines } from './importLines.js';

/** Returns which of the services do not exist here, and whether they were removed. */
async function findMissing(database: Database, services: readonly FullService[]) {
  const { rows } = await database.query<{ id: string; wasRemoved: boolean }>(
    `select id, exists (select from changes where service_id = batch.id and type = 'deleted') as "wasRemoved"
      from unnest($1::uuid[]) as batch (id)
      where not exists (select from services where services.id = batch.id)`,
    [services.map(({ id }) => id)],
  );
  return rows;
}

/**
 * Stores services of a full export under their own ids, with everything that is known about them: all of them or none.
 * Existing services are not changed. Services that were removed here stay removed, unless `restore` is set.
 */
export async function importFull(
  database: Database,
  services: readonly FullService[],
  { restore, accountId }: ImportChoice,
): Promise<ImportedLines> {
  const missing = await findMissing(database, services);
  const wanted = new Set(missing.filter(({ wasRemoved }) => restore || !wasRemoved).map(({ id }) => id));
  const records = services.filter(({ id }) => wanted.has(id.toLowerCase())).map((one) => toBatchRecord(one, accountId));
  return {
    ids: await addServices(database, records),
    removed: missing.filter(({ wasRemoved }) => wasRemoved).length,
  };
}

/** Counts how many of the services an import would store, and how many were removed here. */
export async function countNewFull(database: Database, services: readonly FullService[]): Promise<NewLines> {
  const missing = await findMissing(database, services);
  const removed = missing.filter(({ wasRemoved }) => wasRemoved).length;
  return { fresh: missing.length - removed, removed };
}
