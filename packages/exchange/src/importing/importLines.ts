import { batchColumns, type Database, insertBatch, newService, toBatchRecord } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';

/** A registration in an import file. `occurrence` counts the equal registrations before it in the same file. */
export interface ImportLine {
  registration: Registration;
  digest: string;
  occurrence: number;
}

export interface ImportedLines {
  /** Ids of the new services, in the order of the lines. */
  ids: string[];
  /** Lines whose service has been removed since an earlier import. */
  removed: number;
}

export interface ImportChoice {
  restore: boolean;
  accountId?: string | undefined;
}

/** The number of lines that an import would store, and of those whose service was removed since. */
export interface NewLines {
  fresh: number;
  removed: number;
}

const importAll = `
  with batch as (
    select * from json_to_recordset($1) as batch (${batchColumns}, digest text, occurrence integer)
  ), noted as (
    insert into imported_lines (digest, occurrence, service_id)
    select decode(digest, 'hex'), occurrence, id from batch
    -- Always in the same order: two imports of one file at once wait for each other, and never deadlock.
    order by digest, occurrence
    on conflict (digest, occurrence) do update set service_id = excluded.service_id
      where $2 and not exists (select from services where services.id = imported_lines.service_id)
    returning service_id
  ), fresh as (
    select batch.* from batch join noted on noted.service_id = batch.id
  ), ${insertBatch('fresh')}
  select array(select id from stored order by id) as ids, (
    select count(*)::int from batch
    join imported_lines on imported_lines.digest = decode(batch.digest, 'hex')
      and imported_lines.occurrence = batch.occurrence
    where not exists (select from services where services.id = imported_lines.service_id)
  ) as removed`;

/**
 * Stores the lines that no import has stored before, and records them in the same statement: all or none, so that an
 * import can be interrupted anywhere and run again. A service that was removed since stays removed, unless `restore` is
 * set. The services belong to the operator if no account is given.
 */
export async function importLines(
  database: Pick<Database, 'query'>,
  lines: readonly ImportLine[],
  { restore, accountId }: ImportChoice,
): Promise<ImportedLines> {
  const records = lines.map(({ registration, digest, occurrence }) => ({
    ...toBatchRecord(newService(registration), accountId),
    digest,
    occurrence,
  }));
  return storeRecords(database, importAll, records, restore);
}

/** Runs a statement that stores records, and returns the outcome. */
export async function storeRecords(
  database: Pick<Database, 'query'>,
  statement: string,
  records: readonly object[],
  restore: boolean,
): Promise<ImportedLines> {
  const { rows } = await database.query<ImportedLines>(statement, [JSON.stringify(records), restore]);
  return rows[0] ?? { ids: [], removed: 0 };
}

/** Counts how many of the lines an import would store, and how many were removed since they were stored. */
export async function countNewLines(
  database: Database,
  lines: readonly Pick<ImportLine, 'digest' | 'occurrence'>[],
): Promise<NewLines> {
  const { rows } = await database.query<NewLines>(
    `select (count(*) filter (where service_id is null))::int as fresh,
        (count(*) filter (where service_id is not null and services.id is null))::int as removed
      from unnest($1::text[], $2::integer[]) as line (digest, occurrence)
      left join imported_lines on imported_lines.digest = decode(line.digest, 'hex')
        and imported_lines.occurrence = line.occurrence
      left join services on services.id = service_id`,
    [lines.map(({ digest }) => digest), lines.map(({ occurrence }) => occurrence)],
  );
  return rows[0] ?? { fresh: 0, removed: 0 };
}
