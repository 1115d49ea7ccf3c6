import { registration } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  createKey,
  type Database,
  findProvider,
  grantReader,
  openDatabase,
  pruneInsights,
  type QueryCounts,
  readInsights,
  readSalt,
  registerService,
  storeInsights,
} from '../dist/index.js';

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
const today = daysAgo(0);
const other = '01890000-0000-7000-8000-000000000000';
const row = (service: string, word: string, askers: number[], changes: Partial<QueryCounts> = {}): QueryCounts => ({
  ...{ service, task: '', word, shown: 1, opened: 0, askers },
  ...changes,
});
const five = [1, 2, 3, 4, 5];

const wordsIn = async (database: Database) =>
  (await database.query('select word from insight_queries order by word')).rows.map(({ word }) => word);

t.test('the counts of several readers add up, and a word is shown once five different askers used it', async (t) => {
  const database = await testCatalog(t);
  const { accountId } = await createKey(database, { name: 'seller', scopes: ['services:write'] });
  const registered = await registerService(
    database,
    registration({ name: 'Kumo', description: 'Forecasts of rain, 天気予報', tags: ['storms'] }),
    { accountId },
  );
  const service = 'service' in registered ? registered.service.id : '';
  const days = [{ service, shown: 2, opened: 1, ranks: 5 }];
  const queries = (askers: number[]) =>
    ['', 'forecast', 'storm', '天気', 'umbrella', '傘'].map((word) => row(service, word, askers, { task: 'weather' }));
  await Promise.all([
    storeInsights(database, today, { days, queries: queries([1, 2, 3]) }),
    storeInsights(database, today, { days, queries: queries([2, 3, 4]).reverse() }),
  ]);
  const read = () => readInsights(database, accountId, { days: 30 });
  t.match(await read(), {
    services: [{ days: [{ day: today, shown: 4, opened: 2, averageRank: 2.5 }], queries: { length: 0 } }],
  });
  await storeInsights(database, today, { queries: queries([4, 5, 6, 7]) });
  const [insights] = (await read()).services;
  t.same(insights?.queries, [
    { task: 'weather', words: ['forecast', 'storm', 'umbrella', '傘', '天気'], shown: 3, opened: 0 },
  ]);
  t.same(insights?.missingWords, [
    { word: 'umbrella', shown: 3 },
    { word: '傘', shown: 3 },
  ]);
});

t.test('counts that are 90 days old, and words that are rare or had fewer than five askers, are removed', async (t) => {
  const database = await testCatalog(t);
  const days = [{ service: other, shown: 1, opened: 0, ranks: 1 }];
  for (const age of [91, 90, 89, 0]) await storeInsights(database, daysAgo(age), { days });
  await storeInsights(database, daysAgo(100), { queries: [row(other, 'old', five)] });
  await storeInsights(database, daysAgo(7), { queries: [row(other, 'many', five), row(other, 'few', [1, 2, 3, 4])] });
  await readSalt(database, daysAgo(7));
  const salt = await readSalt(database, today);
  const rare = Array.from({ length: 60 }, (_, i) => row(other, `rare${i}`, [i]));
  await storeInsights(database, today, { queries: [...rare, row(other, 'frequent', [1, 2])] });
  await pruneInsights(database);
  const { rows } = await database.query('select day::text from insight_days order by day');
  t.same(
    rows.map(({ day }) => day),
    [daysAgo(89), today],
  );
  const words = await wordsIn(database);
  t.equal(words.length, 51, 'fifty of this week');
  t.ok(words.includes('many') && words.includes('frequent'));
  t.notOk(words.includes('old') || words.includes('few'));
  t.equal(await readSalt(database, today), salt, 'the secret of the week stays');
  t.equal((await database.query('select from insight_salts')).rowCount, 1);
});

t.test('the role of readers can add counts, and cannot remove them', async (t) => {
  const database = await testCatalog(t);
  const { url } = database;
  const name = `reader_${new URL(url).pathname.slice(1)}`;
  await grantReader(database, { name, password: 'reading' });
  t.teardown(() => database.query(`drop owned by ${name}; drop role ${name}`));
  const address = new URL(url);
  address.username = name;
  address.password = 'reading';
  const reader = openDatabase(address.href, { max: 1 });
  t.teardown(() => reader.end());
  t.equal(await readSalt(reader, today), await readSalt(database, today));
  const days = [{ service: other, shown: 1, opened: 0, ranks: 1 }];
  for (let i = 0; i < 2; i += 1) await storeInsights(reader, today, { days, queries: [row(other, 'rain', [i])] });
  t.match((await database.query('select shown, askers from insight_queries')).rows, [
    { shown: 2, askers: { length: 2 } },
  ]);
  await t.rejects(reader.query('begin read write; delete from insight_days'), { code: '42501' });
  await reader.query('rollback');
  t.equal(await findProvider(reader, 'nobody.example'), undefined, 'it learns who has proven a host');
  await t.rejects(reader.query('select from account_proofs'), { code: '42501' });
});
