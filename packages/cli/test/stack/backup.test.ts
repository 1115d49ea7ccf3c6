import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  acquireLease,
  addTestDelivery,
  advance,
  createAccount,
  createKey,
  type Database,
  type FeedCursor,
  findLiveKey,
  findWebhook,
  keyDigest,
  listDeliveries,
  migrate,
  openDatabase,
  readChanges,
  registerService,
  removeService,
  setWebhook,
} from '@shirube/catalog';
import {
  directoryClient,
  ownPostgres,
  registration,
  startDirectory,
  temporaryDirectory,
  until,
} from '@shirube/testing';
import t, { type Test } from 'tap';
import { emptyCatalog } from '../emptyCatalog.js';
import { lines } from '../registration.js';
import { shirube, shirubeJson, startShirube } from '../shirube.js';

async function register(database: Database): Promise<string> {
  const result = await registerService(database, registration());
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service.id;
}

/** Returns the changes after a cursor, once older transactions have ended; undefined if the cursor is lost. */
async function follow(database: Database, since?: FeedCursor) {
  const read = async () => {
    const page = await readChanges(database, { since, limit: 1_000 });
    return page?.unsettled ? undefined : { page };
  };
  const { page } = await until(read, { message: 'older transactions do not end' });
  return page && { ids: page.changes.map(({ change }) => change.id), cursor: page.cursor };
}

/** Returns every table as text, except those that a restore writes. */
async function contents(database: Database): Promise<Record<string, string[]>> {
  const { rows } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('schema_migrations', 'schema_functions', 'change_feed', 'search_nodes', 'followers')`,
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const { rows: held } = await database.query<{ row: string }>(`select t::text as row from ${name} as t order by 1`);
    tables[name] = held.map(({ row }) => row);
  }
  return tables;
}

/** A separate Postgres with an empty database, whose transaction ids start from the beginning. */
async function otherPostgres(t: Test) {
  const { url } = await ownPostgres(t);
  return { env: { DATABASE_URL: url }, open: () => openDatabase(url, { max: 1, onError: () => {} }) };
}

t.test('a catalog is backed up and restored into another Postgres', async (t) => {
  const file = join(await temporaryDirectory(t), 'shirube.backup');
  const { env, database } = await emptyCatalog(t);
  // Advances the transaction id, so that the log is ahead of the other Postgres.
  for (let n = 0; n < 3_000; n++) await database.query('select pg_current_xact_id()');
  const account = await createAccount(database, { name: 'Owner' });
  const { key } = await createKey(database, { name: 'ci', accountId: account.id, scopes: ['services:write'] });
  await setWebhook(database, account.id, { url: 'https://owner.example/hook' });
  await addTestDelivery(database, account.id);
  await database.query(
    `insert into settlements (network, transaction, pay_to, asset, amount, settled_at, reported_by)
      values ('base', '0x1', '0x2', '0x3', 1, now(), $1)`,
    [account.id],
  );
  await database.query(`insert into audit_log (actor, action) values ('command line', 'nodes drain')`);
  // Fills in what a start of the directory fills in.
  await migrate(database);
  const first = await register(database);
  const midway = await follow(database);
  await removeService(database, await register(database));
  const keptId = await register(database);
  const end = await follow(database, midway?.cursor);
  const lease = { follower: 'monitor', holder: '00000000-0000-4000-8000-000000000000' };
  await acquireLease(database, lease);
  if (end) await advance(database, lease, end.cursor);

  const backup = await shirubeJson(['backup', file], env);
  t.match(backup, { file, bytes: Number, sha256: /^[0-9a-f]{64}$/ });
  const before = await contents(database);
  await register(database);
  const beyond = await follow(database, end?.cursor);

  const other = await otherPostgres(t);
  t.match(await shirubeJson(['restore', file, '--check'], other.env), { sha256: backup.sha256 });
  t.match(await shirubeJson(['restore', file], other.env), { sha256: backup.sha256, rows: Number });
  const restored = other.open();

  await t.test('a restored catalog has every row, and guards the audit log as before', async (t) => {
    t.strictSame(await contents(restored), before);
    await restored.query(`set session_replication_role = replica`);
    await t.rejects(restored.query('delete from audit_log'), /append-only/, 'the audit log is guarded as before');
    await restored.query(`set session_replication_role = origin`);
    t.match(await findLiveKey(restored, keyDigest(key)), { accountId: account.id });
    t.match(await findWebhook(restored, account.id), { url: 'https://owner.example/hook', pending: 1 });
    t.equal((await listDeliveries(restored, account.id, 10)).length, 1);
    t.ok(before.settlements?.length && before.services?.length === 2);
  });

  await t.test(
    'a follower of a restored catalog continues at its cursor, and starts over if it had read on',
    async (t) => {
      t.strictSame((await follow(restored, midway?.cursor))?.ids, end?.ids);
      t.strictSame((await follow(restored, end?.cursor))?.ids, []);
      t.equal(await follow(restored, beyond?.cursor), undefined, 'what it has seen is not here');
      const anew = await register(restored);
      const continued = await follow(restored, end?.cursor);
      t.strictSame(continued?.ids, [anew], 'what is written now comes behind');
      t.strictSame((await follow(restored, continued?.cursor))?.ids, []);
      t.match(await acquireLease(restored, lease), { cursor: end && { transaction: end.cursor.transaction } });
      const { rows } = await restored.query("select name from followers where name like 'search:%'");
      t.strictSame(rows, [], 'search is made again');
    },
  );

  await t.test(
    'a backup of a restored catalog continues the feeds of both, also where transaction ids are higher',
    async (t) => {
      await restored.end();
      await shirubeJson(['backup', file], other.env);
      const third = await emptyCatalog(t);
      await shirubeJson(['restore', file], third.env);
      const back = third.database;
      t.equal((await follow(back, midway?.cursor))?.ids[0], end?.ids[0]);
      const ids = (await follow(back))?.ids ?? [];
      t.ok(ids.includes(first) && ids.includes(keptId));
      const anew = await register(back);
      t.equal((await follow(back, end?.cursor))?.ids.at(-1), anew);
    },
  );
});

t.test('a restore replaces a catalog as a whole, or leaves it unchanged', async (t) => {
  const file = join(await temporaryDirectory(t), 'shirube.backup');
  const source = await emptyCatalog(t);
  await shirubeJson(['import', '-'], source.env, lines(1, 500));
  await shirubeJson(['backup', file], source.env);
  const target = await otherPostgres(t);
  await shirubeJson(['import', '-'], target.env, lines(501, 503));
  const held = async () => {
    const database = target.open();
    return contents(database).finally(() => database.end());
  };
  const before = await held();

  await t.test('a restore refuses a catalog that is not empty, and one that Shirube runs on', async (t) => {
    const refused = await shirube(['restore', file], target.env);
    t.equal(refused.code, 1);
    t.match(refused.stderr, /There is already a catalog, with 3 services and 0 keys\. --replace deletes it/);
    const database = target.open();
    await database.query('select');
    t.match(
      (await shirube(['restore', file, '--replace'], target.env)).stderr,
      /Shirube is still running on this catalog/,
    );
    await database.end();
    t.strictSame(await held(), before);
  });

  await t.test('a restore that is killed leaves everything unchanged', async (t) => {
    const bytes = await readFile(file);
    const database = target.open();
    await database.query("set application_name = 'looks on'");
    const { child, ended } = startShirube(['restore', '-', '--replace'], target.env);
    child.stdin.write(bytes.subarray(0, bytes.length - 100));
    const copying = `select pid from pg_stat_activity where state = 'active' and query like 'copy %'`;
    await until(async () => (await database.query(copying)).rows[0], { message: 'nothing is restored' });
    child.kill('SIGKILL');
    await ended;
    await until(async () => (await database.query(copying)).rows.length === 0, { message: 'its connection stays' });
    await database.end();
    t.strictSame(await held(), before);
  });

  await t.test('a restore of a damaged, truncated or foreign file is refused, and changes nothing', async (t) => {
    const bytes = await readFile(file);
    const broken = `${file}.broken`;
    const refused = async (message: RegExp) => {
      const { code, stderr } = await shirube(['restore', broken, '--replace'], target.env);
      t.equal(code, 1);
      t.match(stderr, message);
      t.strictSame(await held(), before);
    };
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 0xff;
    await writeFile(broken, flipped);
    await refused(/The backup is damaged/);
    await writeFile(broken, bytes);
    await truncate(broken, bytes.length - 10);
    await refused(/The backup is damaged/);
    await writeFile(broken, 'something else');
    await refused(/This is not a backup/);
  });

  await t.test('a restore with --replace replaces the catalog, also when it is repeated', async (t) => {
    await shirubeJson(['restore', file, '--replace'], target.env);
    const restored = await held();
    t.equal(restored.services?.length, 500);
    await shirubeJson(['restore', file, '--replace'], target.env);
    t.strictSame(await held(), restored);
  });

  await t.test('a restore of a backup of a newer version is refused', async (t) => {
    await source.database.query("insert into schema_migrations (name) values ('9999_later.sql')");
    await shirubeJson(['backup', `${file}.later`], source.env);
    const { code, stderr } = await shirube(['restore', `${file}.later`, '--replace'], target.env);
    t.equal(code, 1);
    t.match(stderr, /made this backup\. It is newer than this version, which lacks 9999_later.sql/);
  });
});

t.test('a backup of an earlier version changes nothing there, and is migrated when it is restored', async (t) => {
  const file = join(await temporaryDirectory(t), 'shirube.backup');
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 3));
  // Restores the schema from before the last migrations.
  await database.query('alter table changes alter column transaction_id set default pg_current_xact_id()');
  await database.query('drop function log_xid(xid8); alter table change_feed drop column earlier');
  await database.query("delete from schema_migrations where name = '0044_restored_feeds.sql'");
  const end = await database.query<{ feed: string; transaction: string; number: string }>(
    `select left(id::text, 8) as feed, transaction_id::text as transaction, number from change_feed, changes
      order by transaction_id desc, number desc limit 1`,
  );
  await shirubeJson(['backup', file], env);
  const { rows } = await database.query("select to_regprocedure('log_xid(xid8)') as it");
  t.strictSame(rows, [{ it: null }]);

  const other = await otherPostgres(t);
  await shirubeJson(['restore', file], other.env);
  const restored = other.open();
  t.teardown(() => restored.end());
  const { feed = '', transaction = '0', number = '0' } = end.rows[0] ?? {};
  const anew = await register(restored);
  const since = { feed, transaction: BigInt(transaction), number: BigInt(number) };
  t.strictSame((await follow(restored, since))?.ids, [anew]);
});

t.test('a data directory is restored from the backup of a running one, and searches find its services', async (t) => {
  const folder = await temporaryDirectory(t);
  const file = join(folder, 'shirube.backup');
  const from = { DATA_DIR: join(folder, 'from'), DATABASE_URL: undefined };
  const running = await startDirectory(t, from);
  const [service] = await directoryClient(running.url, running.apiKey).registerAll([
    registration({ name: 'Lighthouse' }),
  ]);
  await shirubeJson(['backup', file], { DATA_DIR: from.DATA_DIR });
  running.kill();
  await running.exited;

  const into = { DATA_DIR: join(folder, 'into'), DATABASE_URL: undefined };
  await shirubeJson(['restore', file], { DATA_DIR: into.DATA_DIR });
  const restored = await startDirectory(t, into);
  const { services } = await directoryClient(restored.url, restored.apiKey).keyword('lighthouse');
  t.match(services, [{ id: service?.id }]);
});

t.test('with --every backups are made repeatedly, and --keep keeps the last ones', async (t) => {
  const folder = await temporaryDirectory(t);
  const { env } = await emptyCatalog(t);
  const { child, ended } = startShirube(['backup', folder, '--every', '0.0001', '--keep', '2'], env);
  const names = new Set<string>();
  const some = async () => {
    for (const name of await readdir(folder)) if (name.endsWith('.backup')) names.add(name);
    return names.size > 3;
  };
  await until(some, { message: 'no more backups are made' });
  child.kill('SIGTERM');
  t.match(await ended, { code: 0 });
  const files = (await readdir(folder)).sort();
  t.equal(files.length, 2);
  t.match(await shirubeJson(['restore', join(folder, files[1] ?? ''), '--check'], {}), { madeAt: String });
});
