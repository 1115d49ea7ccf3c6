import { DEFAULT_SCHEMA, type PgPool, runMigrations } from 'bullmq';
import pg from 'pg';

/**
 * A connection that emits no error event when it is lost: its statement fails instead. BullMQ listens for errors only
 * on connections that it has checked out, so the loss of any other one would end the process.
 */
class QueueClient extends pg.Client {
  /** The error that ended the connection. */
  lost: Error | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', (error) => {
      this.lost = error;
    });
  }
}

/**
 * Opens the queue's own pool of Postgres connections, in BullMQ's schema, which is migrated before the first use. We
 * create the pool, because BullMQ would open the connection that it listens on with a class of its choice. A worker
 * uses one of the `max` connections for that.
 */
export function openPostgresPool(
  databaseUrl: string,
  {
    max,
    waitMilliseconds = 3_000,
    statementMilliseconds = 15_000,
  }: { max: number; waitMilliseconds?: number; statementMilliseconds?: number },
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
      // A caller that got a dead connection would listen on it forever.
      if (client instanceof QueueClient && client.lost) throw client.lost;
    },
    max,
    connectionTimeoutMillis: waitMilliseconds,
    statement_timeout: statementMilliseconds,
    // A server that hangs does not enforce its own timeout.
    query_timeout: statementMilliseconds + 1_000,
    // A transaction that stays open would block all followers of the log.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'shirube queue',
    // A job that a crash of Postgres loses still has its entry in the log, so there is no need to wait for the disk.
    options: `-c synchronous_commit=off -c search_path=${DEFAULT_SCHEMA}`,
  });
  // BullMQ declares the pool's methods as overloads and pg as generics, so the compiler sees no match.
  return pool as pg.Pool & PgPool;
}
