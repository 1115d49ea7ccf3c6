import pg from 'pg';

export type Database = pg.Pool;

export interface DatabaseOptions {
  /** Connections at most; requests beyond wait for one. */
  max?: number;
  /** Told of connections that break while idle; they are replaced. */
  onError?: (error: Error) => void;
}

/** A pool on `url`. Connecting and every statement are bounded in time, so that a dead server is an error, not a hang. */
export function openDatabase(url: string, { max = 10, onError }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    keepAlive: true,
    application_name: 'shirube',
  });
  pool.on('error', (error) => onError?.(error));
  // One that breaks while somebody holds it fails what it carries; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const unavailableStates = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/** Whether an error means that Postgres is down, starting, stopping or full, rather than that a statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  return (
    unavailableStates.has(code) ||
    unavailableCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

const refusals = new Set(['28000', '28P01', '3D000', '42501']);

/** Whether Postgres answers but will not let this user in: waiting does not help, another address or password does. */
export function isDatabaseRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusals.has(String(error.code));
}
