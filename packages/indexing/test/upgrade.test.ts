import { readdir, readFile } from 'node:fs/promises';
import { mainNode, migrate, nodeProgress, openDatabase, readCatalog } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { testDatabaseUrl, until } from '@shirube/testing';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { assertIndexed, indexing, register, silent, testDirectory } from './testDirectory.js';

const migrations = new URL('../../catalog/migrations/', import.meta.url);

t.test('what was pending in the ledger before there was one log is indexed after the upgrade', async (t) => {
  const databaseUrl = await testDatabaseUrl(t);
  const database = openDatabase(databaseUrl, { onError: () => {} });
  t.teardown(() => database.end());
  await database.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const before = (await readdir(migrations)).filter((name) => name < '0020').sort();
  for (const name of before) {
    await database.query(await readFile(new URL(name, migrations), 'utf8'));
    await database.query('insert into schema_migrations (name) values ($1)', [name]);
  }
  const store = (from: number, to: number) =>
    database.query(
      `insert into services (id, name, description, endpoint, endpoint_key, category, currency, price_per_request,
          payment_address, network, chain)
        select ('01890000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'Weather ' || i, 'Forecasts',
          'https://weather.example/' || i, 'key ' || i, 'weather', 'USDC', '0.01',
          '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', 'base', 'base'
        from generate_series($1::int, $2::int) as i`,
      [from, to],
    );
  await store(1, 100);
  await database.query('delete from pending_index');
  await store(101, 2_100);
  const { rows } = await database.query<{ count: number }>('select count(*)::int from pending_index');
  t.equal(rows[0]?.count, 2_000);

  await migrate(database);
  // Fills the index with the services that the ledger reported as indexed.
  const remote = await startRemoteEngine(t);
  const before100 = await remote.engine.beginRebuild();
  for await (const page of readCatalog(database, 100)) {
    await before100.apply(page.map((entry) => ({ upsert: entry })));
    break;
  }
  await before100.promote();
  t.match(await nodeProgress(database, mainNode), { pending: 2_000 });
  const lines: string[] = [];
  const log = { ...silent, info: (_: object, line: string) => void lines.push(line) };
  await indexing(t, { database, databaseUrl, index: remote.index, log });
  await assertIndexed(t, { database, index: remote.index });
  t.notOk(
    lines.some((line) => /rebuil/.test(line)),
    'without a rebuild',
  );
});

t.test('an index that an indexer of an older version has rebuilt meanwhile is rebuilt', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  await register(database);
  const remote = await startRemoteEngine(t);
  let rebuildNeeded = false;
  const index: SearchIndex = {
    ...remote.index,
    prepare: async () => ({
      ...(await remote.index.prepare()),
      ...(rebuildNeeded ? { rebuildNeeded } : {}),
    }),
    async check() {
      await remote.index.check();
      return { rebuildNeeded };
    },
    async beginRebuild() {
      const rebuild = await remote.index.beginRebuild();
      return {
        ...rebuild,
        async promote() {
          await rebuild.promote();
          rebuildNeeded = false;
        },
      };
    },
  };
  await indexing(t, { database, databaseUrl, index });
  await assertIndexed(t, { database, index });
  rebuildNeeded = true;
  await until(() => !rebuildNeeded, { message: 'the index is not made again' });
  await assertIndexed(t, { database, index });
});
