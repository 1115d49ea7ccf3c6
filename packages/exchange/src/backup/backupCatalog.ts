import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Database } from '@shirube/catalog';
import { type BackupHead, version } from '@shirube/contracts';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ExchangeError } from '../exchangeError.js';
import { frameWriter } from './archive.js';

/** Tables that every start recreates, and the secrets of askers. */
const left = ['schema_migrations', 'schema_functions', 'insight_salts'];

interface TableRow {
  name: string;
  columns: string[];
  /** Other tables that it references. */
  refers: string[];
  /** The approximate number of rows. */
  rows: number;
}

const tablesOf = `
  select relname as name, greatest(0, reltuples) as rows, (
      select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns, array(
      select distinct confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
    ) as refers
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
  order by relname`;

/** Sorts the tables so that each comes after those that it references. */
function inOrder(tables: readonly TableRow[]): TableRow[] {
  const ordered: TableRow[] = [];
  const isIn = (name: string) => ordered.some((table) => table.name === name);
  for (let before = -1; before < ordered.length; ) {
    before = ordered.length;
    for (const table of tables) if (!isIn(table.name) && table.refers.every(isIn)) ordered.push(table);
  }
  if (ordered.length < tables.length) throw new Error('the tables have a cycle of foreign keys');
  return ordered;
}

interface BackupOptions {
  /** Gets the number of rows that have been read, and the approximate fraction of all rows. */
  onProgress(rows: number, fraction: number | undefined): void;
  onDigest(digest: string): void;
}

/** Streams a backup of the whole catalog, from one snapshot. It neither changes the catalog nor migrates it. */
export async function backupCatalog(database: Database, { onProgress, onDigest }: BackupOptions): Promise<Readable> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows: known } = await client.query<{ exists: boolean }>(
      "select to_regclass('change_feed') is not null as exists",
    );
    if (!known[0]?.exists) throw new ExchangeError('There is no catalog in this database.');
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    );
    const tables = inOrder((await client.query<TableRow>(tablesOf, [left])).rows);
    return Readable.from(frames(client, { tables, migrations: migrations.map(({ name }) => name) }), {
      objectMode: false,
    })
      .on('close', () => client.release(true))
      .pipe(createGzip());
  } catch (error) {
    client.release(true);
    throw error;
  }

  async function* frames(client: pg.PoolClient, from: { tables: TableRow[]; migrations: string[] }) {
    const { tables, migrations } = from;
    const { frame, digest } = frameWriter();
    // Before this migration there was no restore, and so no offset.
    const place = migrations.includes('0044_restored_feeds.sql') ? 'log_xid' : '';
    const { rows: log } = await client.query<BackupHead['log']>(
      `select ${place}(pg_snapshot_xmin(now))::text as settled, ${place}(pg_snapshot_xmax(now))::text as next
        from pg_current_snapshot() as now`,
    );
    const head: BackupHead = {
      format: 'shirube-backup',
      version: 1,
      madeAt: new Date().toISOString(),
      madeBy: version,
      migrations,
      log: log[0] ?? { settled: '0', next: '0' },
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    yield frame(Buffer.from(JSON.stringify(head)));
    const all = tables.reduce((sum, { rows }) => sum + rows, 0);
    let done = 0;
    for (const { name, columns } of tables) {
      const copy = client.query(copyTo(copyStatement(name, columns, 'to stdout')));
      for await (const chunk of copy as AsyncIterable<Buffer>) {
        yield frame(chunk);
        onProgress(done + copy.rowCount, all > 0 ? Math.min(1, (done + copy.rowCount) / all) : undefined);
      }
      done += copy.rowCount;
      yield frame(Buffer.alloc(0));
    }
    const last = digest();
    onDigest(last.toString('hex'));
    yield frame(last);
  }
}

export const copyStatement = (table: string, columns: readonly string[], direction: string): string =>
  `copy ${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) ${direction}`;
