import type { CatalogEntry } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type EntryRow, entryColumns, isListed, isVisible, toEntry } from './serviceRow.js';

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Yields all services for the index, in id order, in pages. Services that are added meanwhile may or may not be
 * included.
 */
export async function* readCatalog(database: Pick<Database, 'query'>, pageSize = 1000): AsyncIterable<CatalogEntry[]> {
  // Right after an import Postgres has no statistics yet, and compares all services of an endpoint with each other.
  await database.query('analyze (skip_locked) services');
  let after = beforeAll;
  for (;;) {
    const { rows } = await database.query<EntryRow>({
      name: 'read-catalog',
      text: `select ${entryColumns} from services join categories on categories.id = services.category
        where services.id > $1 and ${isListed} order by services.id limit $2`,
      values: [after, pageSize],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toEntry);
    after = last.id;
  }
}

/** Yields the ids of the same services with their revisions, in id order, in pages. */
export async function* readRevisions(
  database: Database,
  pageSize = 10_000,
): AsyncIterable<{ id: string; revision: number }[]> {
  let after = beforeAll;
  for (;;) {
    const { rows } = await database.query<{ id: string; revision: string }>({
      name: 'read-revisions',
      text: `select id, revision from services where id > $1 and ${isListed} order by id limit $2`,
      values: [after, pageSize],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ id: row.id, revision: Number(row.revision) }));
    after = last.id;
  }
}

/** Returns the number of public services. */
export async function countServices(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from services where ${isVisible}`);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the number of services that lists and searches show. */
export async function countListed(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from services where ${isListed}`);
  return Number(rows[0]?.count ?? 0);
}
