import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Database, inTransaction, migrate, recreateCatalog, UnknownMigrations } from '@shirube/catalog';
import type { BackupHead } from '@shirube/contracts';
import { pluralize } from '@shirube/domain';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ExchangeError } from '../exchangeError.js';
import { type FrameReader, frameReader, readHead } from './archive.js';
import { copyStatement } from './backupCatalog.js';

interface RestoreOptions {
  /** Whether existing data may be overwritten. */
  replace: boolean;
  onProgress(rows: number): void;
}

export interface RestoreResult {
  madeAt: string;
  madeBy: string;
  rows: number;
  sha256: string;
}

function unpack(chunks: AsyncIterable<Buffer>): FrameReader {
  const gunzip = createGunzip();
  // The reader of the frames gets the error.
  pipe(Readable.from(chunks, { objectMode: false }), gunzip, () => {});
  return frameReader(gunzip);
}

/** Reads a backup to its end; rejects unless it is complete. */
export async function checkBackup(chunks: AsyncIterable<Buffer>): Promise<Omit<RestoreResult, 'rows'>> {
  const frames = unpack(chunks);
  const { madeAt, madeBy, tables } = await readHead(frames);
  for (const _ of tables) for await (const _rows of frames.table());
  return { madeAt, madeBy, sha256: await frames.end() };
}

/**
 * Restores a backup and migrates it, in one transaction: everything is restored, or nothing has changed. Followers
 * continue from their cursors in the backup. Search nodes are filled again.
 */
export async function restoreCatalog(
  database: Database,
  chunks: AsyncIterable<Buffer>,
  { replace, onProgress }: RestoreOptions,
): Promise<RestoreResult> {
  const frames = unpack(chunks);
  const head = await readHead(frames);
  const restored = await inTransaction(database, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    if (!replace) await requireEmpty(client);
    let rows = 0;
    await recreateCatalog(client, head.migrations, async () => {
      const names = head.tables.map(({ name }) => pg.escapeIdentifier(name));
      const { rows: guards } = await client.query<{ table: string; trigger: string }>(alwaysOn);
      // The triggers already ran when the rows were first written.
      for (const name of names) await client.query(`alter table ${name} disable trigger user`);
      // The rows that migrations insert are in the backup, in their latest state.
      await client.query(`truncate ${names.join(', ')}`);
      for (const { name, columns } of head.tables) {
        const copy = client.query(copyFrom(copyStatement(name, columns, 'from stdin')));
        await pipeline(frames.table(), copy);
        rows += copy.rowCount;
        onProgress(rows);
      }
      for (const name of names) await client.query(`alter table ${name} enable trigger user`);
      for (const { table, trigger } of guards)
        await client.query(`alter table ${table} enable always trigger ${trigger}`);
      await client.query(moveSequences);
    }).catch((error) => {
      if (!(error instanceof UnknownMigrations)) throw error;
      throw new ExchangeError(
        `Shirube ${head.madeBy} made this backup. It is newer than this version, which lacks ${error.message}.`,
      );
    });
    await continueLog(client, head.log);
    const sha256 = await frames.end();
    return { madeAt: head.madeAt, madeBy: head.madeBy, rows, sha256 };
  });
  await migrate(database);
  return restored;
}

async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('change_feed') is not null as exists");
  if (!rows[0]?.exists) return;
  const { rows: held } = await client.query<{ services: string; keys: string }>(
    `select (select count(*) from services) as services, (select count(*) from api_keys) as keys
      where exists (select from changes) or exists (select from api_keys)`,
  );
  if (held[0]) {
    const [services, keys] = [Number(held[0].services), Number(held[0].keys)];
    throw new ExchangeError(
      `There is already a catalog, with ${pluralize(services, 'service')} and ${pluralize(keys, 'key')}. --replace deletes it.`,
    );
  }
}

/** Triggers that fire even on a replica, such as the one that protects the audit log from edits. */
const alwaysOn = `select tgrelid::regclass::text as table, quote_ident(tgname) as trigger from pg_trigger where tgenabled = 'A'`;

const moveSequences = `
  do $$
  declare
    owner record;
  begin
    for owner in
      select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format('select setval(pg_get_serial_sequence(%1$L, %2$L), coalesce(max(%2$I), 0) + 1, false) from %1$I',
        owner.table_name, owner.column_name);
    end loop;
  end
  $$`;

/**
 * Continues the log, and its followers, after the restored entries. Transaction ids of this Postgres may be smaller
 * than those in the log, so they are offset. Entries after the backup are lost, so the log becomes a new feed, which
 * accepts cursors of the previous feed up to the backup.
 */
async function continueLog(client: pg.PoolClient, { settled, next }: BackupHead['log']): Promise<void> {
  const { rows } = await client.query<{ ahead: string }>(
    `select greatest(0, $1::numeric - pg_snapshot_xmin(pg_current_snapshot())::text::numeric)::text as ahead`,
    [next],
  );
  const place = rows[0]?.ahead === '0' ? '$1' : `($1::text::numeric + ${Number(rows[0]?.ahead)})::text::xid8`;
  await client.query(
    `create or replace function log_xid(xid8) returns xid8 language sql immutable parallel safe as 'select ${place}'`,
  );
  await client.query(
    `update change_feed set earlier = earlier || jsonb_build_object(left(id::text, 8), $1::text), id = gen_random_uuid()`,
    [settled],
  );
  await client.query("delete from followers where name like 'search:%'");
  await client.query(
    "update followers set holder = null, leased_until = '-infinity', reserved_for = null, reserved_until = '-infinity'",
  );
  await client.query("update search_nodes set state = 'filling', state_since = clock_timestamp()");
}
