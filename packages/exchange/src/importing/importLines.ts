import { addServices, type Database, inTransaction, newService, toBatchRecord } from '@shirube/catalog';
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

/**
 * Stores the lines that no import has stored before, and records them in the same transaction, so that an import can be
 * interrupted anywhere and run again. A service that was removed since stays removed, unless `restore` is set. The
 * services belong to the operator if no account is given.
 */
export async function addLines(
  client: Pick<Database, 'query'>,
  lines: readonly ImportLine[],
  { restore, accountId }: ImportChoice,
): Promise<ImportedLines> {
  const records = lines.map(({ registration }) => toBatchRecord(newService(registration), accountId));
  const { rows } = await client.query<{ fresh: string[]; removed: number }>(
    `with batch as (
        select decode(digest, 'hex') as digest, occurrence, id
        from unnest($1::text[], $2::integer[], $3::uuid[]) as batch (digest, occurrence, id)
      ), noted as (
        insert into imported_lines (digest, occurrence, service_id) select digest, occurrence, id from batch
        -- Always in the same order: two imports of one file at once wait for each other, and never deadlock.
        order by digest, occurrence
        on conflict (digest, occurrence) do update set service_id = excluded.service_id
          where $4 and not exists (select from services where services.id = imported_lines.service_id)
        returning service_id
      )
      select array(select service_id from noted) as fresh, (
        select count(*)::int from batch join imported_lines using (digest, occurrence)
        where not exists (select from services where services.id = imported_lines.service_id)
      ) as removed`,
    [
      lines.map(({ digest }) => digest),
      lines.map(({ occurrence }) => occurrence),
      records.map(({ id }) => id),
      restore,
    ],
  );
  const { fresh = [], removed = 0 } = rows[0] ?? {};
  const isFresh = new Set(fresh);
  const ids = await addServices(
    client,
    records.filter(({ id }) => isFresh.has(id)),
  );
  return { ids, removed };
}

/** Imports lines in a transaction of their own: all or none. */
export const importLines = (
  database: Database,
  lines: readonly ImportLine[],
  choice: ImportChoice,
): Promise<ImportedLines> => inTransaction(database, (client) => addLines(client, lines, choice));

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
