import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { chosenLabels, type Database, writeFeedCursor } from '@shirube/catalog';
import type { CategoryLabel } from '@shirube/contracts';
import { DeadlinePassed, plainHost } from '@shirube/domain';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ExportFormat, exportForms } from './exportForms.js';

/** An export of one snapshot of the catalog. It holds a connection until it is read or closed. */
interface CatalogExport {
  /** Equal for equal catalogs, whenever they are exported. */
  version: string;
  /** Streams the export in constant memory: the database waits while the reader does. */
  read(): Readable;
  close(): void;
}

/** The state of the catalog in a snapshot, and the position from which others can follow its changes. */
interface Snapshot {
  feed: string;
  transaction: string;
  state: string;
  labels: CategoryLabel[] | null;
}

const isVisible = "services.moderation is distinct from 'hidden'";

// Every exported change of a service raises its revision, except for checks. There are few labels.
const snapshotOf = `
  select left(change_feed.id::text, 8) as feed,
    log_xid(pg_snapshot_xmin(pg_current_snapshot()))::text as transaction,
    concat_ws(' ', change_feed.id, services.state, (
      select md5(string_agg(concat_ws(' ', id, label), ',' order by id)) from categories
    )) as state, (
      select json_agg(json_build_object('id', id, 'label', label, 'labelJa', label_ja) order by id) from categories
      where exists (select from services where services.category = categories.id and ${isVisible})
    ) as labels
  from change_feed, (
    select concat_ws(' ', count(*), sum(revision), max(updated_at), max(id::text), max(last_checked), sum(tx_count)) as state
    from services where ${isVisible}
  ) as services`;

// JSON text contains no control characters, so with these as quote and delimiter the CSV format leaves every line
// unchanged.
const copyLines = (line: string, isWanted: string) => `
  copy (
    select ${line}
    from services join categories on categories.id = services.category
    where ${isVisible} and ${isWanted}
    order by services.id
  ) to stdout with (format csv, delimiter e'\\x02', quote e'\\x01', escape e'\\x01')`;

/** SQL: whether a service is at a host, or at any host of a registrable domain. */
const isAt = (host: string | undefined): string =>
  host === undefined
    ? 'true'
    : `${pg.escapeLiteral(plainHost(host))} in (coalesce(services.endpoint_host, endpoint_host(services.endpoint)), services.provider)`;

const exportMilliseconds = 30 * 60_000;
/** pg reads the query timeout from here, and clears it in the callback, which a copy does not call by itself. */
const copyLimits = { query_timeout: exportMilliseconds, callback: () => {} };

/** Opens an export. Rejects if the database cannot be reached. */
export async function openExport(
  database: Database,
  source: string,
  format: ExportFormat = 'json',
  host?: string,
): Promise<CatalogExport> {
  const client = await database.connect();
  try {
    await client.query(`set statement_timeout = ${exportMilliseconds}`);
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<Snapshot>(snapshotOf);
    const { feed, transaction, state, labels } = rows[0] ?? {
      feed: '',
      transaction: '0',
      state: '',
      labels: [],
    };
    const cursor = writeFeedCursor({ feed, transaction: BigInt(transaction), number: 0n });
    return {
      version: hash('sha256', `${format} ${source} ${host ?? ''} ${state}`, 'base64url'),
      read: () =>
        stream(client, format, host, {
          origin: { source, cursor, labels: chosenLabels(labels ?? []) },
          silenceMs: database.options.query_timeout,
        }),
      close: () => void release(client),
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** After a complete copy, a connection can be reused once its timeout is reset. */
async function release(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('commit');
    await client.query('reset statement_timeout');
    client.release();
  } catch {
    client.release(true);
  }
}

function stream(
  client: pg.PoolClient,
  format: ExportFormat,
  host: string | undefined,
  {
    origin,
    silenceMs,
  }: {
    origin: { source: string; cursor: string; labels: CategoryLabel[] };
    /**
     * The timeout between rows. While the reader reads, rows arrive all the time, so a longer pause means that Postgres
     * hangs.
     */
    silenceMs: number | undefined;
  },
): Readable {
  const { line, wrap } = exportForms[format];
  const rows = client.query(Object.assign(copyTo(copyLines(line, isAt(host))), copyLimits));
  const output = wrap({ ...origin, exportedAt: new Date().toISOString() });
  rows.once('error', (error) => output.destroy(error));
  let passed = false;
  rows.on('data', () => {
    passed = true;
  });
  const watch = setInterval(() => {
    if (!passed && !rows.readableEnded && !output.writableNeedDrain)
      output.destroy(new DeadlinePassed('Postgres stalled during an export'));
    passed = false;
  }, silenceMs);
  // A connection with an unfinished copy cannot be reused.
  output.once('close', () => {
    clearInterval(watch);
    rows.callback();
    if (output.readableEnded) void release(client);
    else client.release(true);
  });
  return rows.pipe(output);
}

/** Exports every service, in id order, from one snapshot. */
export async function exportCatalog(database: Database, source: string, format?: ExportFormat): Promise<Readable> {
  return (await openExport(database, source, format)).read();
}
