import { startProcess, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { grantReader, migrate, missingMigrations, openDatabase } from '../dist/index.js';

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

t.test('one of an earlier version leaves the functions of a later one alone', async (t) => {
  const database = openDatabase(await testDatabaseUrl(t));
  t.teardown(() => database.end());
  await migrate(database);
  const digests = async () => (await database.query('select distinct digest from schema_functions')).rows;
  await database.query("insert into schema_migrations (name) values ('9999_later.sql')");
  await database.query("update schema_functions set digest = 'of a later version'");
  await migrate(database);
  t.same(await digests(), [{ digest: 'of a later version' }]);
  await database.query("delete from schema_migrations where name = '9999_later.sql'");
  await migrate(database);
  t.notMatch(await digests(), [{ digest: 'of a later version' }], 'its own it applies');
});

t.test('who may read the catalog may read what a migration adds', async (t) => {
  const url = await testDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.end());
  await migrate(database);
  const name = `reader_${new URL(url).pathname.slice(1)}`;
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
