import { version } from '@shirube/contracts';
import { DeadlinePassed } from '@shirube/domain';
import pg from 'pg';

export type Database = pg.Pool;

export interface DatabaseOptions {
  /** The maximum number of connections. Further requests wait for one. */
  max?: number;
  /** Called for connections that break while idle. They are replaced. */
  onError?: (error: Error) => void;
  /**
   * The timeout of a statement. It is meant for requests; work that no client waits for may take longer. 0 disables it.
   */
  statementMilliseconds?: number;
}

const idleMilliseconds = 10_000;

/**
 * A server that hangs does not enforce its own timeout. This much later the client gives up and closes the connection.
 */
const answerGraceMs = 1_000;

/** Returns the connect timeout in milliseconds: 3 s, or the standard connect_timeout parameter of the address. */
function connectMilliseconds(url: string): number {
  const seconds = URL.canParse(url) ? Number(new URL(url).searchParams.get('connect_timeout')) : 0;
  return (seconds > 0 ? seconds : 3) * 1_000;
}

/**
 * Opens a pool on `url`. Connecting and every statement have a timeout, so that a dead server causes an error, not a
 * hang.
 */
export function openDatabase(
  url: string,
  { max = 10, onError, statementMilliseconds = 15_000 }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMilliseconds(url),
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMilliseconds,
    // A write transaction that stays open would block all followers of the log.
    idle_in_transaction_session_timeout: idleMilliseconds,
    query_timeout: statementMilliseconds && statementMilliseconds + answerGraceMs,
    keepAlive: true,
    application_name: `shirube ${version}`,
  });
  // Connections end a little later than the pool, so errors after closing are not reported.
  pool.on('error', (error) => pool.ending || onError?.(error));
  // A connection that breaks while in use fails its statement. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` in one transaction, which is rolled back if the work fails. */
export async function inTransaction<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Destroying the connection rolls back the transaction, whatever state it is in.
    client.release(true);
    throw error;
  }
}

/** SQLSTATE classes 08, 53, 57P and 58: no connection, no resources, shutting down or starting, I/O errors. */
const unavailableState = /^(?:08|53|57P|58)[0-9A-Z]+$/;
/** Postgres is up but cannot write: the disk is full, it is out of memory, it has an I/O error, or it is read-only. */
const cannotStore = /^(?:53100|53200|58030|25006)$/;
// 57014: the statement timed out. Ours do so only when the server is overloaded.
const isUnavailableState = (code: string) => unavailableState.test(code) || cannotStore.test(code) || code === '57014';

const unavailableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/**
 * Whether an error means that Postgres is down, hangs, starts, stops or is full, rather than that a statement is wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = codeOf(error);
  return (
    error instanceof DeadlinePassed ||
    isUnavailableState(code) ||
    unavailableCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/.test(
      error.message,
    )
  );
}

/** Whether an error means that Postgres is down, for example during a restart. False if it is only full or too slow. */
export const isDatabaseAway = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !(error instanceof Error && /^(?:53|58|25006|57014)/.test(codeOf(error)));

/**
 * Whether a statement may have been executed although there was no response: the connection was lost, or the request
 * timed out. An error from Postgres itself means that nothing was done, unless Postgres was shutting down.
 */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'connect')) return false;
  return (
    error instanceof DeadlinePassed ||
    /^(?:ECONNRESET|EPIPE|ETIMEDOUT|57P01|57P02)$/.test(codeOf(error)) ||
    /Query read timeout|Connection terminated(?! due to connection timeout)/.test(error.message)
  );
}

/** Whether Postgres is up and can read, but has no room to write, or is not allowed to. */
export function isStoringRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && cannotStore.test(String(error.code));
}

/** Whether Postgres refuses the values of a statement: with those of other rows, it may accept it. */
export const areValuesRefused = (error: unknown): boolean =>
  error instanceof Error && /^(?:22|23|54)/.test(codeOf(error));

const refusals = new Set(['28000', '28P01', '3D000', '42501']);

/** Whether Postgres responds but denies access. Waiting does not help; another address or password does. */
export function isDatabaseRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusals.has(String(error.code));
}
