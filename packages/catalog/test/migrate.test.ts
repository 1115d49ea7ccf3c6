import { startProcess, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { migrate, missingMigrations, openDatabase } from '../dist/index.js';

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
