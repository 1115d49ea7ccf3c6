import { DeadlinePassed } from '@shirube/service-kit/deadline';
import pg from 'pg';

export type Database = pg.Pool;

export interface DatabaseOptions {
  /** Connections at most; requests beyond wait for one. */
  max?: number;
  /** Told of connections that break while idle; they are replaced. */
  onError?: (error: Error) => void;
  /** After so long a statement is given up. Requests are; what nobody waits for may take longer. */
  statementMilliseconds?: number;
}

const idleMilliseconds = 10_000;

/** A server that hangs does not give up by itself: so much later its answer is not waited for, and the connection ended. */
const answerGraceMs = 1_000;

/** Milliseconds to wait for a connection: 3 s, or what the address says as it does to every client of Postgres. */
function connectMilliseconds(url: string): number {
  const seconds = URL.canParse(url) ? Number(new URL(url).searchParams.get('connect_timeout')) : 0;
  return (seconds > 0 ? seconds : 3) * 1_000;
}

/** A pool on `url`. Connecting and every statement are bounded in time, so that a dead server is an error, not a hang. */
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
    // A writer that stays open would hold up everybody who follows the log.
    idle_in_transaction_session_timeout: idleMilliseconds,
    query_timeout: statementMilliseconds + answerGraceMs,
    keepAlive: true,
    application_name: 'shirube',
  });
  // Connections end a little later than the pool: a server that stops just then is not reported.
  pool.on('error', (error) => pool.ending || onError?.(error));
  // One that breaks while somebody holds it fails what it carries; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** SQL: a time as the answers of the API have it. */
export const isoTime = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQLSTATE classes 08, 53, 57P and 58: no connection, no room, shutting down or starting, trouble with its files. */
const unavailableState = /^(?:08|53|57P|58)[0-9A-Z]+$/;
/** What Postgres says when it is there and cannot store: no room on the disk, no memory, or read-only. */
const cannotStore = /^(?:53100|53200|58030|25006)$/;
// 57014: a statement that took longer than it may, which ours do only when the server has too much to do.
const isUnavailableState = (code: string) => unavailableState.test(code) || cannotStore.test(code) || code === '57014';

const unavailableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Whether an error means that Postgres is down, hangs, starts, stops or is full, rather than that a statement is wrong. */
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

/** Whether an error means that Postgres is not there, as while it restarts. One that is full, or too slow, is. */
export const isDatabaseAway = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !(error instanceof Error && /^(?:53|58|25006|57014)/.test(codeOf(error)));

/**
 * Whether what was sent to Postgres may be done although there was no answer: the connection was lost, or nothing came
 * in time. An error of Postgres itself says that nothing was done, unless Postgres was ending.
 */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'connect')) return false;
  return (
    error instanceof DeadlinePassed ||
    /^(?:ECONNRESET|EPIPE|ETIMEDOUT|57P01|57P02)$/.test(codeOf(error)) ||
    /Query read timeout|Connection terminated(?! due to connection timeout)/.test(error.message)
  );
}

/** Whether Postgres is there and reads, but has no room to store anything, or is not allowed to. */
export function isStoringRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && cannotStore.test(String(error.code));
}

const refusals = new Set(['28000', '28P01', '3D000', '42501']);

/** Whether Postgres answers but will not let this user in: waiting does not help, another address or password does. */
export function isDatabaseRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusals.has(String(error.code));
}
