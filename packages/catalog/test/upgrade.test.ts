import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { findSource, importLines } from '@shirube/exchange';
import { startProcess, testDatabaseUrl } from '@shirube/testing';
import { confirmedFeed, outstanding, register, testCatalog } from '@shirube/testing/catalog';
import { escapeLiteral } from 'pg';
import t, { type Test } from 'tap';
import {
  absenceReason,
  createRegistrar,
  type Database,
  findLiveKey,
  findPending,
  findService,
  findStatus,
  grantReader,
  keyDigest,
  listAccounts,
  listCategories,
  listSetAside,
  mainNode,
  migrate,
  missingMigrations,
  nodeProgress,
  openDatabase,
  operatorAccount,
  readRotation,
  registrationDigest,
} from '../dist/index.js';

type Tables = Record<string, Record<string, unknown>[]>;

/** What a landed version had stored: made by its own code, see docs/CONTRIBUTING.md. */
interface LandedCatalog {
  key: string;
  migrations: { name: string; sha256: string }[];
  tables: Tables;
}

const landed = new URL('../test/landed/', import.meta.url);
const migrations = new URL('../migrations/', import.meta.url);
const migrationsBefore = (first: string) =>
  readdirSync(migrations)
    .filter((name) => name < first)
    .sort();

/** In the Postgres that it was stored in, transactions of its past have small numbers. */
function readLanded(file: string): LandedCatalog {
  const catalog: LandedCatalog = JSON.parse(readFileSync(new URL(file, landed), 'utf8'));
  const transactions = [...new Set(catalog.tables.changes?.map((row) => Number(row.transaction_id)))].sort(
    (a, b) => a - b,
  );
  for (const row of catalog.tables.changes ?? [])
    row.transaction_id = String(transactions.indexOf(Number(row.transaction_id)) + 3);
  return catalog;
}

/** A database as that version left it. */
async function landedDatabase(t: Test, names: readonly string[], tables: Tables): Promise<Database> {
  const database = openDatabase(await testDatabaseUrl(t));
  t.teardown(() => database.end());
  await database.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  for (const name of names) {
    await database.query(readFileSync(new URL(name, migrations), 'utf8'));
    await database.query('insert into schema_migrations (name) values ($1)', [name]);
  }
  await database.query(loading(tables));
  return database;
}

/** Puts the rows into their tables as they are: what triggers and migrations have put there is not what was stored. */
function loading(tables: Tables): string {
  const statements = Object.entries(tables).map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    const values = `json_populate_recordset(null::${table}, ${escapeLiteral(JSON.stringify(rows))})`;
    return `${table === 'categories' ? '' : `delete from ${table};`}
      insert into ${table} (${columns}) overriding system value select ${columns} from ${values};`;
  });
  return `set session_replication_role = replica; ${statements.join('\n')} set session_replication_role = origin;`;
}

t.test('services that were mirrored from the feed of another directory stay, with their source', async (t) => {
  const catalog = readLanded('2026-11-15.json');
  const { accounts = [], categories = [], services = [] } = catalog.tables;
  const database = await landedDatabase(t, migrationsBefore('0100'), { accounts, categories, services });
  const source = 'https://directory.example/api/changes';
  const id = String(services[0]?.id);
  const removed = '00000000-0000-4000-8000-000000000000';
  await database.query('insert into followed_feeds (source, cursor) values ($1, $2)', [source, 'abcdabcd.5.7']);
  await database.query(
    `insert into mirrored_services (source, key, service_id, digest, round)
      values ($1, 'there', $2, 'digest', 1), ($1, 'removed there', $3, null, 1)`,
    [source, id, removed],
  );
  await migrate(database);
  t.match(await findService(database, id), { name: services[0]?.name, status: services[0]?.status });
  t.equal(await findSource(database, id), source, 'and keep the name of their source');
  t.equal(await findSource(database, removed), undefined);
});

for (const file of readdirSync(landed)) {
  const version = file.replace('.json', '');

  t.test(`the catalog of ${version} is migrated`, async (t) => {
    const catalog = readLanded(file);
    const names = catalog.migrations.map(({ name }) => name);
    const database = await landedDatabase(t, names, catalog.tables);
    // A key is good for a day, and the catalog was stored before that.
    await database.query('update idempotency_keys set created_at = now()');
    const applied = await migrate(database);

    await t.test(`a migrated catalog of ${version} has everything that it had`, async (t) => {
      t.notOk(applied.some((name) => names.includes(name)));

      for (const row of catalog.tables.services ?? []) {
        const service = await findService(database, String(row.id));
        t.match(service, {
          name: row.name,
          description: row.description,
          endpoint: row.endpoint,
          category: row.category,
          pricing: { currency: row.currency, pricePerRequest: row.price_per_request },
          x402Config: { paymentAddress: row.payment_address, network: row.network },
          supportedChains: [row.chain],
          trustScore: row.trust_score,
          status: row.status,
          createdAt: new Date(String(row.created_at)).toISOString(),
          updatedAt: new Date(String(row.updated_at)).toISOString(),
        });
        t.match(await findStatus(database, String(row.id)), {
          uptimeScore: row.uptime_score,
          txCount: row.tx_count,
        });
      }
      const { rows } = await database.query('select id from services where provider is null');
      t.strictSame(rows, [], 'each has a provider');
      t.ok(
        (await listCategories(database)).some(({ id }) => id === 'my-own'),
        'its categories',
      );
      t.match(await findLiveKey(database, keyDigest(catalog.key)), { scopes: ['services:write'] }, 'its keys');

      const accounts = await listAccounts(database);
      const servicesOf = (account: string) =>
        catalog.tables.services?.filter(({ account_id = operatorAccount }) => account_id === account).length;
      t.match(
        accounts[0],
        { id: operatorAccount, services: servicesOf(operatorAccount) },
        'what was nobody’s belongs to the operator',
      );
      const { accountId = '' } = (await findLiveKey(database, keyDigest(catalog.key))) ?? {};
      t.match(
        accounts.find(({ id }) => id === accountId),
        { liveKeys: 1, services: servicesOf(accountId) },
        'and keys to accounts, with what these had',
      );
      const removed = catalog.tables.changes?.filter(({ type }) => type === 'deleted') ?? [];
      for (const { service_id } of removed) t.ok(await absenceReason(database, String(service_id)), 'its removals');
      const feed = await confirmedFeed(database);
      const followed = new Set(feed.changes.flatMap(({ change }) => (change.service ? change.id : [])));
      t.strictSame(
        [...followed].sort(),
        catalog.tables.services?.map(({ id }) => id).sort(),
        'its feed yields exactly the catalog',
      );
      const [mirrored] = catalog.tables.mirrored_services ?? [];
      if (mirrored) t.equal(await findSource(database, String(mirrored.service_id)), mirrored.source);

      const pending = catalog.tables.pending_index ?? [];
      const failed = pending.filter(({ failed_at }) => failed_at !== null);
      t.match(await nodeProgress(database, mainNode), {
        pending: pending.length - failed.length,
        setAside: failed.length,
      });
      t.match(
        await listSetAside(database),
        failed.map(({ service_id, reason }) => ({ id: service_id, reason })),
      );
    });

    await t.test(`a registration or line that was sent to ${version} is not stored again`, async (t) => {
      const [answered] = catalog.tables.idempotency_keys ?? [];
      const service = JSON.parse(String(answered?.response));
      const { name, description, endpoint, category, pricing, x402Config } = service;
      const registration = { name, description, endpoint, category, pricing, x402Config };
      const idempotency = { owner: keyDigest(catalog.key), key: String(answered?.key) };
      const again = await createRegistrar(database)(registration, { idempotency });
      t.match(again, { outcome: 'repeated', service: { id: service.id } });

      const [line] = catalog.tables.imported_lines ?? [];
      const row = catalog.tables.services?.find(({ id }) => id === line?.service_id);
      const imported = {
        name: String(row?.name),
        description: String(row?.description),
        endpoint: String(row?.endpoint),
        category: String(row?.category),
        pricing: {
          currency: String(row?.currency),
          pricePerRequest: String(row?.price_per_request),
          freeQuota: Number(row?.free_quota),
        },
        x402Config: { paymentAddress: String(row?.payment_address), network: String(row?.network) },
      };
      const outcome = await importLines(
        database,
        [{ registration: imported, digest: registrationDigest(imported), occurrence: 0 }],
        { restore: false },
      );
      t.same(outcome.ids, []);
    });

    await t.test(`the migrations of ${version} are unchanged`, async (t) => {
      for (const { name, sha256 } of catalog.migrations) {
        const text = readFileSync(new URL(name, migrations));
        t.equal(createHash('sha256').update(text).digest('hex'), sha256, name);
      }
    });
  });
}

t.test(
  'services that were pending in the ledger of the version with one index are pending for the main node',
  async (t) => {
    const id = '01890000-0000-7000-8000-000000000001';
    const database = await landedDatabase(t, migrationsBefore('0006'), {
      pending_index: [{ service_id: id, revision: 3 }],
    });
    await migrate(database);
    t.match(await outstanding(database), [{ id, type: 'touched' }]);
    const { id: registered } = await register(database);
    t.same(await findPending(database, mainNode, [registered]), new Set([registered]));
    t.match(await readRotation(database), [{ name: mainNode, state: 'serving', inRotation: true }]);
  },
);

t.test('the monitor continues at the cursor of its earliest follower', async (t) => {
  const database = await testCatalog(t);
  await database.query("delete from followers where name = 'monitor'");
  await database.query(`insert into followers (name, transaction_id, number, started)
    values ('schedule', '3', 1, true), ('webhooks', '12', 7, true), ('settlements', '11', 6, true)`);
  await database.query("delete from schema_migrations where name = '0104_one_monitor_follower.sql'");
  await migrate(database);
  const { rows } = await database.query(
    "select name, transaction_id, number, started from followers where name <> 'search:main'",
  );
  t.strictSame(rows, [{ name: 'monitor', transaction_id: '11', number: '6', started: true }]);
});

t.test('proofs of the past stay, apart from those that give no power any longer', async (t) => {
  const { accounts = [], categories = [], services = [] } = readLanded('2026-11-15.json').tables;
  const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => `00000000-0000-7000-8000-00000000010${number}`);
  const at = '2026-11-16T00:00:00.000Z';
  const wallet = `0x${'a'.repeat(40)}`;
  const offer = { scheme: 'exact', network: 'base', asset: 'USDC', amount: '1' };
  const row = (id: string, account: unknown, host: string, how: string, payTo: string) => ({
    ...{ ...services[0], id, account_id: account, endpoint: `https://${host}/`, endpoint_host: host },
    ...{ payment_address: wallet, owner_verified: { how, at }, observed: { accepts: [{ ...offer, payTo }] } },
  });
  const owner = accounts.find(({ id }) => id !== operatorAccount)?.id;
  const proof = { kind: 'host', host: 'a.example', proven_at: at, how: 'dns' };
  const database = await landedDatabase(t, migrationsBefore('0113'), {
    accounts,
    categories,
    services: [
      row(first ?? '', owner, 'a.example', 'dns', wallet),
      row(second ?? '', operatorAccount, 'b.example', 'dns', wallet),
      row(third ?? '', owner, 'c.example', 'signature', wallet.toUpperCase().replace('0X', '0x')),
      row(fourth ?? '', owner, 'd.example', 'signature', 'another'),
    ],
    account_proofs: [{ ...proof, subject: 'b.example', account_id: operatorAccount }],
  });
  await migrate(database);
  const proven = async (id = '') => (await findService(database, id))?.ownerVerified?.how;
  t.strictSame(
    await Promise.all([first, second, third, fourth].map(proven)),
    ['dns', undefined, 'signature', undefined],
    'not that of the operator, nor of a wallet that the endpoint does not name',
  );
  const { rows } = await database.query('select account_id, subject, how from account_proofs');
  t.strictSame(rows, [{ account_id: owner, subject: 'a.example', how: 'dns' }], 'whose service was proven has a proof');
});

const migrateInItsOwnProcess = `
  import { migrate, openDatabase } from '@shirube/catalog';
  const database = openDatabase(process.env.TEST_URL);
  console.log('applied', (await migrate(database)).length);
  await database.end();
`;

t.test('processes that start at once apply every migration exactly once', async (t) => {
  const url = await testDatabaseUrl(t);
  const starters = await Promise.all(
    Array.from({ length: 3 }, () =>
      startProcess(t, process.execPath, ['--input-type=module', '-e', migrateInItsOwnProcess], {
        env: { TEST_URL: url },
        cwd: new URL('..', import.meta.url).pathname,
      }),
    ),
  );
  const applied = await Promise.all(starters.map((starter) => starter.waitForOutput(/applied (\d+)/)));
  const database = openDatabase(url);
  t.teardown(() => database.end());
  const { rows } = await database.query('select name from schema_migrations order by name');
  t.same(applied.map(([, count]) => Number(count)).sort(), [0, 0, rows.length]);
  t.same(await missingMigrations(database), []);
  t.same(await migrate(database), [], 'and later starts have nothing to do');
});

t.test('a process of an earlier version does not replace the functions of a later one', async (t) => {
  const database = await testCatalog(t);
  const digests = async () => (await database.query('select distinct digest from schema_functions')).rows;
  await database.query("insert into schema_migrations (name) values ('9999_later.sql')");
  await database.query("update schema_functions set digest = 'of a later version'");
  await migrate(database);
  t.same(await digests(), [{ digest: 'of a later version' }]);
  await database.query("delete from schema_migrations where name = '9999_later.sql'");
  await migrate(database);
  t.notMatch(await digests(), [{ digest: 'of a later version' }], 'its own it applies');
});

t.test('a role that may read the catalog may read the tables that a migration adds', async (t) => {
  const database = await testCatalog(t);
  const name = `reader_${new URL(database.url).pathname.slice(1)}`;
  await grantReader(database, { name, password: 'reading' });
  t.teardown(async () => {
    await database.query(`drop owned by ${name}`);
    await database.query(`drop role ${name}`);
  });
  await database.query(`drop table index_verifications;
    delete from schema_migrations where name = '0097_index_verifications.sql'`);
  await migrate(database);
  const { rows } = await database.query("select has_table_privilege($1, 'index_verifications', 'select') as may", [
    name,
  ]);
  t.same(rows, [{ may: true }]);
});
