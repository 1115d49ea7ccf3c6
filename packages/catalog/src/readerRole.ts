import pg from 'pg';
import type { Database } from './database.js';
import { inTransaction } from './inTransaction.js';

/** What the read API has no use for: who the owners are, digests of keys, who paid whom, and answers that only their owner may see again. */
const withheld = ['accounts', 'api_keys', 'idempotency_keys', 'settlements', 'webhooks', 'webhook_deliveries'];

// Any number will do, as long as everybody asks for the same one; another than that of the migrations.
const advisoryLock = 7_402_102;

/**
 * Makes a role that can log in and read the catalog, and nothing else; one that exists gets this password and these
 * rights. Needs the owner of the tables, with the right to make roles. Run it again after migrations: a new table is
 * not readable before.
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
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)",
      [withheld],
    );
    const readable = tables.map((table) => pg.escapeIdentifier(table.name)).join(', ');
    await client.query(`grant select on ${readable} to ${role}`);
  });
}
