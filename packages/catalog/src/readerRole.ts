import pg from 'pg';
import { type Database, inTransaction } from './database.js';

/**
 * Tables that the read API does not need: owners, key digests, payments, visitors' reports, operators' actions, and
 * responses that only their owner may see again.
 */
const withheld = [
  'account_challenges',
  'account_proofs',
  'accounts',
  'api_keys',
  'audit_log',
  'idempotency_keys',
  'moderated_places',
  'open_listings',
  'settlements',
  'reports',
  'webhooks',
  'webhook_deliveries',
  'handovers',
];

// Any number will do, as long as every process uses the same one. It differs from that of the migrations.
const advisoryLock = 7_402_102;

/**
 * Creates a role that can log in, read the catalog and count reads, and nothing else. An existing role gets this password and these
 * rights. Requires the owner of the tables, with the right to create roles. Must be run again after migrations, because
 * new tables are not readable before.
 */
export async function grantReader(
  database: Database,
  { name, password }: { name: string; password: string },
): Promise<void> {
  const role = pg.escapeIdentifier(name);
  await inTransaction(database, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (roles.length === 0) await client.query(`create role ${role}`);
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
    await client.query(`alter role ${role} set default_transaction_read_only = on`);
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    const here = pg.escapeIdentifier(rows[0]?.database ?? '');
    // By default every role may create temporary tables.
    await client.query(`revoke temporary on database ${here} from public`);
    await client.query(`grant connect on database ${here} to ${role}`);
    await client.query(`revoke all on all tables in schema public from ${role}`);
    await client.query(`grant usage on schema public to ${role}`);
    await grantTables(client, name);
  });
}

/** Lets a role read all current tables, except those withheld, and count what is shown and opened. */
export async function grantTables(client: pg.PoolClient, name: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)",
    [withheld],
  );
  const readable = tables.map((table) => pg.escapeIdentifier(table.name)).join(', ');
  const role = pg.escapeIdentifier(name);
  await client.query(`grant select on ${readable} to ${role}`);
  // What the read API counts.
  await client.query(`grant insert, update on insight_days, insight_queries, insight_salts to ${role}`);
}

/** Returns the roles that may read the catalog. */
export async function findReaders(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct grantee as name from information_schema.role_table_grants
      where table_schema = 'public' and table_name = 'services' and privilege_type = 'SELECT' and grantee <> grantor`,
  );
  return rows.map(({ name }) => name);
}
