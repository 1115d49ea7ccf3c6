import { DEFAULT_SCHEMA, type PgPool, runMigrations } from 'bullmq';
import pg from 'pg';

/**
 * A connection whose end is no event of its own: the statement that it carries fails, and that is heard of. BullMQ
 * listens for errors only on connections that it has in hand; one that is nobody's yet would end the process with its
 * own end.
 */
class QueueClient extends pg.Client {
  /** What has ended it. */
  lost: Error | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', (error) => {
      this.lost = error;
    });
  }
}

/**
 * The queue's own connections in Postgres, in BullMQ's schema, which is brought up to date before the first is used.
 * The pool is ours because BullMQ, left to open it, makes the connection that it listens on with a class of its
 * choice. A worker takes one of `max` for that.
 */
export function openPostgresPool(
  databaseUrl: string,
  {
    max,
    waitMilliseconds,
    statementMilliseconds = 15_000,
  }: { max: number; waitMilliseconds: number; statementMilliseconds?: number },
): pg.Pool & PgPool {
  let migrated: Promise<unknown> | undefined;

  async function migrateOnce(client: pg.ClientBase): Promise<void> {
    migrated ??= runMigrations(client).catch((error) => {
      migrated = undefined;
      throw error;
    });
    await migrated;
  }

  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: QueueClient,
    async onConnect(client) {
      await migrateOnce(client);
      // Whoever took one that has ended already would listen on it for ever.
      if (client instanceof QueueClient && client.lost) throw client.lost;
    },
    max,
    connectionTimeoutMillis: waitMilliseconds,
    statement_timeout: statementMilliseconds,
    // A server that hangs does not give up by itself.
    query_timeout: statementMilliseconds + 1_000,
    // A transaction that stays open would hold up everybody who follows the log.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'shirube queue',
    // A job that a crash of Postgres forgets has its entry in the log: no need to wait for the disk.
    options: `-c synchronous_commit=off -c search_path=${DEFAULT_SCHEMA}`,
  });
  // BullMQ declares what it needs of a pool in overloads, pg what it has in a generic: the compiler sees no match.
  return pool as pg.Pool & PgPool;
}

/** Ends the pool, once, however often it is called. */
export async function endPool(pool: pg.Pool): Promise<void> {
  if (!pool.ending) await pool.end();
}
