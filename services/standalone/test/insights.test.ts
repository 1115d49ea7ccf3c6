import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createKey } from '@shirube/catalog';
import type { Insights, IntentSearchResult, ServiceInsights } from '@shirube/contracts';
import { createLogger, readSettings } from '@shirube/service-kit';
import {
  type DirectoryClient,
  directoryClient,
  ownPostgres,
  patientSearches,
  registration,
  until,
} from '@shirube/testing';
import t, { type Test } from 'tap';
import { buildDirectory, type Directory } from '../src/app.ts';
import { startDirectory } from './http/startDirectory.js';

const forecast = registration({
  name: 'Kumo Forecast',
  description: 'Tells the weather of the next days for any city.',
  category: 'weather',
  tags: ['rain'],
});
const sentence = 'please tell me if it will rain in Kanazawa tomorrow, my mail is hanako@example.org, order 471142';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const from = (asker: number | string) => ({ 'x-forwarded-for': `203.0.${asker}.1` });
const intentPath = (q: string) => `/api/services/search/intent?q=${encodeURIComponent(q)}`;
const keywordPath = (q: string) => `/api/catalog/search?q=${encodeURIComponent(q)}`;

/** Trusts the address that a request states. */
const shared = await startDirectory(t, { TRUST_PROXY: 'loopback' });

/** Gives a new account the only service of a directory, and forgets what was counted. */
async function start(t: Test, { directory, client: { base } } = shared) {
  const { key } = await createKey(directory.database, { name: 'seller', scopes: ['services:write'] });
  const client = directoryClient(base, key);
  const [service] = await client.registerAll([forecast]);
  const id = service?.id ?? '';
  const headers = { ...bearer(key), prefer: 'wait=30' };
  t.teardown(() => client.request(`/api/services/${id}`, { method: 'DELETE', headers }));
  // Counting starts when the secret of the week is known.
  await directory.app.insights?.flush();
  await directory.database.query('truncate insight_days, insight_queries');
  return { directory, client, id };
}

const read = async ({ client, directory }: { client: DirectoryClient; directory: Directory }, query = '') => {
  await directory.app.insights?.flush();
  return (await client.get<Insights>(`/api/account/insights${query}`, bearer(client.key))).body;
};

const totals = ({ services: [first] }: Insights) =>
  first?.days.map(({ shown, opened, averageRank }) => ({ shown, opened, averageRank }));

const wordsOf = (service: ServiceInsights | undefined) => service?.queries.flatMap(({ words }) => words) ?? [];

t.test('sellers see how often a service was shown and opened in all interfaces', async (t) => {
  const parts = await start(t);
  const { client, id } = parts;
  const none = await read(parts);
  t.same(none.services, [], 'a registration alone counts nothing');

  await client.get(keywordPath('weather'), from(1));
  await client.get('/api/services?query=weather', from(1));
  await client.get(intentPath('weather tomorrow'), from(1));
  await client.get('/discovery/search?query=weather+forecast', from(1));
  await client.get('/?query=weather', { ...from(1), accept: 'text/html' });
  t.same(totals(await read(parts)), [{ shown: 5, opened: 0, averageRank: 1 }]);

  await client.get('/api/services');
  await client.get(`/api/services/${id}/status`);
  await client.get(`/api/services/${id}/snippets`);
  await client.get(`/api/services/${id}`, bearer(client.key));
  await client.request(`/api/services/${id}`, { method: 'HEAD' });
  t.same(
    totals(await read(parts)),
    [{ shown: 5, opened: 0, averageRank: 1 }],
    'lists, other reads and owners count not',
  );

  await client.get(`/api/services/${id}`, from(1));
  await client.get(`/services/${id}`, { ...from(1), accept: 'text/html' });
  t.same(totals(await read(parts)), [{ shown: 5, opened: 2, averageRank: 1 }]);

  for (const mode of ['auto', 'legacy'] as const) {
    const agent = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${client.base}/mcp`)));
    t.teardown(() => agent.close());
    await agent.callTool({ name: 'find_services', arguments: { q: 'weather tomorrow' } });
    await agent.callTool({ name: 'get_service', arguments: { id } });
  }
  t.same(totals(await read(parts)), [{ shown: 7, opened: 4, averageRank: 1 }], 'agents count too');
  t.match(await read(parts, `?service=${id}&days=1`), { services: [{ id, name: 'Kumo Forecast' }] });
});

t.test('a search that is answered from the cache counts each time', async (t) => {
  const parts = await start(t);
  await Promise.all(Array.from({ length: 20 }, (_, i) => parts.client.get(keywordPath('weather'), from(i))));
  t.same(totals(await read(parts)), [{ shown: 20, opened: 0, averageRank: 1 }]);
});

t.test('the words of a search are shown once more than four people have searched for them', async (t) => {
  const parts = await start(t);
  const { client, id, directory } = parts;
  const ask = async (asker: number) => {
    await client.get(intentPath('weather umbrella'), from(asker));
    await client.get(`/api/services/${id}`, from(asker));
    return (await read(parts)).services[0];
  };
  for (let round = 0; round < 3; round += 1) for (const asker of [1, 2, 3, 4]) await ask(asker);
  const before = await ask(4);
  t.same([before?.queries, before?.missingWords], [[], []]);
  t.same(before?.days[0]?.shown, 13);
  // Two askers may share a number, so a fifth is not always enough.
  let asker = 5;
  const after = await until(
    async () => {
      const service = await ask(asker++);
      return service && wordsOf(service).length === 2 ? service : undefined;
    },
    { message: 'no words are shown' },
  );
  t.ok(asker <= 9, `after ${asker - 1} askers`);
  t.same(wordsOf(after).sort(), ['umbrella', 'weather']);
  t.equal(after.queries[0]?.shown, 13 + asker - 5);
  t.equal(after.queries[0]?.opened, 13 + asker - 5, 'who opened it had asked that');
  t.same(after.missingWords, [{ word: 'umbrella', shown: 13 + asker - 5 }]);
  const { rows } = await directory.database.query('select max(cardinality(askers)) as most from insight_queries');
  t.equal(rows[0]?.most, 5);
});

t.test('insights store neither the sentence nor the address of a search', async (t) => {
  const parts = await start(t);
  const { body } = await parts.client.get<IntentSearchResult>(intentPath(sentence), from(77));
  t.equal(body.services.length, 1);
  await parts.client.get(keywordPath(sentence), from(77));
  await parts.client.get(keywordPath('金沢の明日の天気'), from(77));
  await read(parts);
  const { rows } = await parts.directory.database.query('select task, word, askers from insight_queries');
  const words = rows.map(({ word }) => word);
  t.ok(words.includes('kanazawa') && words.includes('天気'), 'words are');
  for (const word of words) t.notMatch(word, /\s|hanako|example|471142|金沢の/);
  t.ok(rows.every(({ askers }) => askers.length === 1 && askers[0] < 4096));
  t.ok(new Set(rows.map(({ askers }) => askers[0])).size > 1, 'the words of an asker have different numbers');
  for (const table of ['insight_days', 'insight_queries', 'insight_salts']) {
    const { rows: stored } = await parts.directory.database.query(`select ${table}::text as row from ${table}`);
    t.notMatch(stored.map(({ row }) => row).join('\n'), /203\.0\.113|hanako|tell me/, table);
  }
});

t.test('insights show an account its own services only', async (t) => {
  const parts = await start(t);
  await parts.client.get(keywordPath('weather'), from(1));
  t.equal((await read(parts)).services.length, 1);
  const other = await createKey(parts.directory.database, { name: 'other', scopes: ['services:write'] });
  const get = (path: string, key?: string) => parts.client.get<Insights>(path, key ? bearer(key) : {});
  t.same((await get('/api/account/insights', other.key)).body.services, []);
  t.same((await get(`/api/account/insights?service=${parts.id}`, other.key)).body.services, []);
  t.equal((await get('/api/account/insights')).status, 401);
  t.equal((await get('/api/account/insights?days=91', other.key)).status, 400);
});

t.test('INSIGHTS=off stores nothing', async (t) => {
  const parts = await start(t, await startDirectory(t, { TRUST_PROXY: 'loopback', INSIGHTS: 'off' }));
  await parts.client.get(keywordPath('weather'), from(1));
  await parts.client.get(`/api/services/${parts.id}`, from(1));
  t.equal(parts.directory.app.insights, undefined);
  t.same((await read(parts)).services, []);
  const { rows } = await parts.directory.database.query('select from insight_salts');
  t.equal(rows.length, 0);
});

t.test('while Postgres hangs, searches answer and count, and the counts are stored later', async (t) => {
  const postgres = await ownPostgres(t);
  const settings = readSettings({ MONITOR: 'off', ...patientSearches, DATABASE_URL: postgres.url });
  const directory = await buildDirectory({ settings, log: createLogger('test', 'silent') });
  t.teardown(() => directory.close());
  const { key } = await createKey(directory.database, { name: 'test', scopes: ['services:write'] });
  const client = directoryClient(await directory.app.listen({ host: '127.0.0.1', port: 0 }), key);
  await client.registerAll([forecast]);
  await directory.app.insights?.flush();
  await client.get(keywordPath('weather'));
  await postgres.freeze();
  let isStored = false;
  const flush = directory.app.insights?.flush().then(() => {
    isStored = true;
  });
  for (let i = 0; i < 20; i += 1) t.equal((await client.get(keywordPath(`weather ${i}`))).status, 200);
  t.equal(isStored, false);
  await postgres.thaw();
  await flush?.catch(() => {});
  const stored = await until(
    async () => {
      const insights = await read({ directory, client }).catch(() => undefined);
      return insights?.services?.[0]?.days[0]?.shown === 21 && insights;
    },
    { message: 'the counts are not stored' },
  );
  t.ok(stored);
});
