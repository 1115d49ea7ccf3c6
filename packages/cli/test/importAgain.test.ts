import { countServices, type Database, removeService } from '@shirube/catalog';
import { until } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines, registration } from './registration.js';
import { shirube, shirubeJson, startShirube } from './shirube.js';

/** Returns the catalog without the fields that differ between imports. */
async function contents(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    'select name, description, endpoint, category, price_per_request, free_quota, network from services order by id',
  );
  return rows;
}

t.test('an endpoint that stands in a file twice is one service, as the last line says', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const { name, description, ...rest } = registration(1);
  // A different order of the fields, or spaces around the name, do not make it another service.
  const twice = `${lines(1, 1)}${JSON.stringify({ ...rest, description, name: ` ${name} ` })}\n`;
  t.match(await shirubeJson(['import', '-'], env, twice), { imported: 1, updated: 0, alreadyImported: 1 });
  t.match(await shirubeJson(['import', '-'], env, twice), { imported: 0, alreadyImported: 2 });
  const other = `${lines(1, 1)}${JSON.stringify(registration(1, { name: 'Last' }))}\n`;
  t.match(await shirubeJson(['import', '-'], env, other), { imported: 0, updated: 1, alreadyImported: 1 });
  t.match(await contents(database), [{ name: 'Last' }]);
});

t.test(
  'an endpoint of the account is updated, skipped or refused, as is asked for; that of another is its own',
  async (t) => {
    const { env, database } = await emptyCatalog(t);
    await shirubeJson(['import', '-'], env, lines(1, 3));
    const { rows: before } = await database.query('select id from services order by id');
    const changed = (name: string) =>
      [1, 2, 4]
        .map(
          (number) =>
            `${JSON.stringify(registration(number, { name, endpoint: `https://API.example.com/${number}/` }))}\n`,
        )
        .join('');
    const again = (input: string, ...options: string[]) => shirube(['import', '-', ...options], env, input);

    const dry = await again(changed('New'), '--dry-run');
    t.match(dry.stdout, 'Would import 1 service; nothing was stored.');
    t.match(dry.stdout, '2 services would be updated.');
    const refused = await again(changed('New'), '--on-conflict', 'fail');
    t.equal(refused.code, 1);
    t.match(refused.stderr, 'Nothing was imported: the account already has https://API.example.com/1/');
    t.notMatch(refused.stderr, 'run the same command again', 'which would fail again');
    t.equal(await countServices(database), 3);
    t.equal((await again(lines(1, 3), '--on-conflict', 'fail')).code, 0, 'an import may be run again');

    const skipping = await again(changed('New'), '--on-conflict', 'skip');
    t.match(skipping.stdout, /Imported 1 service .*\n2 lines skipped: the account already has the endpoint/);
    t.notMatch(await contents(database), [{ name: 'New' }]);
    t.match((await again(changed('Newer'))).stdout, '3 services updated.');
    const { rows } = await database.query('select id, name from services order by id');
    t.strictSame(
      rows.map(({ name }) => name),
      ['Newer', 'Newer', 'サービス 3', 'Newer'],
    );
    t.strictSame(
      rows.slice(0, 3).map(({ id }) => ({ id })),
      before,
      'nothing was made again',
    );
    await shirubeJson(['accounts', 'create', '--name', 'other'], env);
    const theirs = `${JSON.stringify(registration(1, { name: 'Theirs' }))}\n`;
    t.match(await shirubeJson(['import', '-', '--account', 'other'], env, theirs), { imported: 1, updated: 0 });
  },
);

t.test('a service that was updated and then removed stays removed', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const line = `${JSON.stringify(registration(1, { name: 'New' }))}\n`;
  await shirubeJson(['import', '-'], env, lines(1, 1));
  t.match(await shirubeJson(['import', '-'], env, line), { updated: 1 });
  const { rows } = await database.query<{ id: string }>('select id from services');
  await removeService(database, rows[0]?.id ?? '');
  t.match(await shirubeJson(['import', '-'], env, line), { imported: 0, updated: 0, removed: 1 });
  t.equal(await countServices(database), 0);
});

t.test('a service removed since stays removed, until it is asked for', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 3));
  const { rows } = await database.query<{ id: string }>('select id from services order by id limit 1');
  await removeService(database, rows[0]?.id ?? '');
  const again = await shirube(['import', '-'], env, lines(1, 3));
  t.match(again.stdout, '2 lines skipped: already imported.');
  t.match(again.stdout, '1 line skipped');
  t.equal(await countServices(database), 2);
  t.match(await shirubeJson(['import', '-', '--restore', '--dry-run'], env, lines(1, 3)), { imported: 1 });
  t.match(await shirubeJson(['import', '-', '--restore'], env, lines(1, 3)), { imported: 1, removed: 0 });
  t.match(await shirubeJson(['import', '-', '--restore'], env, lines(1, 3)), { imported: 0 });
  t.equal(await countServices(database), 3);
});

for (const { signal, code } of [
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGKILL', code: null },
] as const) {
  t.test(`interrupted by ${signal} and run again, the catalog is that of one import`, async (t) => {
    const { env, database } = await emptyCatalog(t);
    const { child, ended } = startShirube(['import', '-'], env);
    child.stdin.write(lines(1, 1200));
    await until(async () => (await countServices(database)) === 1000, { message: 'Two batches are stored' });
    child.kill(signal);
    const end = await ended;
    t.equal(end.code, code);
    if (code) t.match(end.stdout, 'Stopped after line 1,000: run the same command again to continue.');
    t.equal(await countServices(database), 1000);

    t.match(await shirubeJson(['import', '-'], env, lines(1, 1300)), { imported: 300 });
    const undisturbed = await emptyCatalog(t);
    await shirubeJson(['import', '-'], undisturbed.env, lines(1, 1300));
    t.same(await contents(database), await contents(undisturbed.database));
  });
}

t.test('two imports of the same file at once make each service once', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const both = await Promise.all([1, 2].map(() => shirubeJson(['import', '-'], env, lines(1, 1500))));
  t.equal(both[0].imported + both[1].imported, 1500);
  t.equal(await countServices(database), 1500);
});
