import { type Database, type DatabaseOptions, isDatabaseRefused, migrate, openDatabase } from '@shirube/catalog';
import type { Logger } from './logger.js';
import { requireSetting, type Settings, withoutSecrets } from './settings.js';
import { createSparseReport, type SparseReport } from './sparseReport.js';
import { waitFor } from './waitFor.js';

/** The timeout of a migration in milliseconds, also for processes that wait for one. */
const migrationPatience = 600_000;

type PoolOptions = Omit<DatabaseOptions, 'onError'>;

/** The configured catalog with its pools. An outage is reported once for all of them. */
export interface Catalog {
  /** The address of its Postgres. It contains a password, so it must not be shown. */
  url: string;
  report: SparseReport;
  /** Opens a pool on the primary Postgres, which accepts writes. */
  pool(options?: PoolOptions): Database;
  /** Opens a pool for reads that a replica may serve. */
  readPool(options?: PoolOptions): Database;
  /** Waits for Postgres, and migrates the catalog. Rejects if waiting cannot help, or at `signal`. */
  migrate(signal?: AbortSignal): Promise<void>;
  /** Waits until there is a readable catalog, which others migrate. Rejects like `migrate`. */
  readable(signal?: AbortSignal): Promise<void>;
  /** Closes all pools. */
  close(): Promise<void>;
}

/** Opens the catalog of DATABASE_URL, which must be set. It does not connect before the first call. */
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
