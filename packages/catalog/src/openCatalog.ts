import {
  createSparseReport,
  type Logger,
  requireSetting,
  type Settings,
  type SparseReport,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { type Database, type DatabaseOptions, isDatabaseRefused, openDatabase } from './database.js';
import { migrate } from './migrate.js';

/** Milliseconds that a migration may take; those that wait for it wait as long. */
const migrationPatience = 600_000;

type PoolOptions = Omit<DatabaseOptions, 'onError'>;

/** The catalog as the variables name it: its pools, whose outages are told once for all of them. */
export interface Catalog {
  /** The address of its Postgres; it has a password, so it is for programs only. */
  url: string;
  report: SparseReport;
  /** A pool on the Postgres that takes writes. */
  pool(options?: PoolOptions): Database;
  /** A pool for what may come from a replica. */
  readPool(options?: PoolOptions): Database;
  /** Waits for Postgres, and brings the catalog up to date; rejects when waiting cannot help, or by `signal`. */
  migrate(signal?: AbortSignal): Promise<void>;
  /** Waits until there is a catalog to read, which others keep up to date; rejects as `migrate` does. */
  readable(signal?: AbortSignal): Promise<void>;
  /** Ends every pool. */
  close(): Promise<void>;
}

/**
 * Opens the catalog of DATABASE_URL, which must be set; nothing is asked of it before the first call. Apart from the index
 * of the package, since who only needs the catalog need not load what services are made of.
 */
export function openCatalog(settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_READ_URL'>, log: Logger): Catalog {
  const url = requireSetting(settings, 'DATABASE_URL');
  const readUrl = settings.DATABASE_READ_URL ?? url;
  const report = createSparseReport(log, 'Postgres');
  const pools: Database[] = [];

  function open(address: string, options: PoolOptions = {}): Database {
    const pool = openDatabase(address, { ...options, onError: report.failed });
    pools.push(pool);
    return pool;
  }

  async function reach(
    what: string,
    address: string,
    work: (database: Database) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const database = openDatabase(address, { max: 1, statementMilliseconds: migrationPatience });
    try {
      await waitFor(`${what} at ${withoutSecrets(address)}`, () => work(database), {
        log,
        signal,
        isFinal: isDatabaseRefused,
      });
    } finally {
      await database.end();
    }
  }

  return {
    url,
    report,
    pool: (options) => open(url, options),
    readPool: (options) => open(readUrl, options),
    migrate: (signal) => reach('Postgres', url, migrate, signal),
    readable: (signal) =>
      reach('the catalog in Postgres', readUrl, (database) => database.query('select from services limit 1'), signal),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
