import { fileURLToPath } from 'node:url';
import { findProgram } from '@shirube/dev/processes';
import { endpointHost, hostNames, labelNames } from '@shirube/domain';
import { loadLanguage } from '@shirube/language';
import { intentSearch, keywordFacets, keywordSearch, parseService, type SearchReader } from '@shirube/search';
import t from 'tap';
import { readCatalogEntries } from '../dist/catalogEntries.js';
import { engineNames, fillEngine } from '../dist/engines.js';

/** A catalog with the shape of real ones: one host with a quarter of it, poor names, repeated texts, tunnels. */
const crowded = fileURLToPath(new URL('../data/crowded.ndjson', import.meta.url));
const ownerVerified = { how: 'dns', at: '2026-11-01T00:00:00.000Z' } as const;
/** One provider has proven its hosts, which do not spell its name. */
const entries = (await readCatalogEntries(crowded)).map((entry) =>
  entry.service.provider?.name === 'Fen Survey Desk'
    ? { ...entry, claim: `1 ${ownerVerified.at}`, service: { ...entry.service, ownerVerified } }
    : entry,
);
const language = await loadLanguage();
const endpoints = entries.map(({ service }) => service.endpoint);
const hosts = [...new Set(endpoints.map(endpointHost))];

/** How a person would write the name of a host, with a test of what was meant. */
function waysToName(host: string): [query: string, isMeant: (endpoint: string) => boolean][] {
  const { provider, labels } = hostNames(host);
  const names = labels.flatMap(labelNames);
  const ofSameName = (endpoint: string) =>
    hostNames(endpointHost(endpoint)).labels.some((label) => labelNames(label).some((name) => names.includes(name)));
  const address = endpoints.find((endpoint) => endpointHost(endpoint) === host) ?? '';
  const label = labels.at(-1);
  return [
    [host, (endpoint) => endpointHost(endpoint) === host],
    [provider, (endpoint) => hostNames(endpointHost(endpoint)).provider === provider],
    [address, (endpoint) => endpoint === address],
    ...(label === undefined
      ? []
      : ([
          [label, ofSameName],
          [label.replaceAll('-', ' '), ofSameName],
        ] as [string, (endpoint: string) => boolean][])),
  ];
}

for (const engine of engineNames) {
  const isMissing = engine === 'meilisearch' && !(await findProgram('meilisearch'));
  await t.test(
    `names are found on the ${engine} engine`,
    { skip: isMissing && 'meilisearch is not on PATH' },
    async (t) => {
      const { reader, close } = await fillEngine(engine, entries, language);
      t.teardown(close);
      const firstIntent = async (text: string) =>
        (await intentSearch(reader, language, { text, filter: {}, limit: 10 })).services;
      const firstKeyword = async (text: string) =>
        (await keywordSearch(reader, language, { text, filter: {}, offset: 0, limit: 10 })).hits.map(({ service }) =>
          parseService(service),
        );

      await t.test('every host is found first by each way to write its name', async (t) => {
        const ways = hosts.flatMap(waysToName);
        for (const find of [firstIntent, firstKeyword]) {
          const missed: string[] = [];
          for (const [query, isMeant] of ways) {
            const [first] = await find(query);
            if (!first || !isMeant(first.endpoint)) missed.push(`${query} → ${first?.endpoint}`);
          }
          t.ok(missed.length <= 0.02 * ways.length, `${missed.length} of ${ways.length}: ${missed.join(', ')}`);
        }
      });

      await t.test('words next to each other name a host, and other words choose among its services', async (t) => {
        t.match((await firstIntent('Loyal Ember'))[0]?.endpoint, 'loyalember.online');
        t.match((await firstIntent('kestrun weather'))[0]?.endpoint, 'weather.kestrun.tokyo');
        t.match((await firstKeyword('kestrun weather'))[0]?.endpoint, 'weather.kestrun.tokyo');
      });

      await t.test('a name inside a Japanese sentence is recognized', async (t) => {
        t.match((await firstIntent('kestrunの天気予報を使いたい'))[0]?.endpoint, 'weather.kestrun.tokyo');
      });

      await t.test('the name of a provider finds its services, where its host is proven or spells it', async (t) => {
        t.equal((await firstIntent('Fen Survey Desk'))[0]?.provider?.name, 'Fen Survey Desk');
        t.equal((await firstKeyword('Fen Survey Desk'))[0]?.provider?.name, 'Fen Survey Desk');
        t.match((await firstIntent('Marrowfen'))[0], { endpoint: /marrowfen/, relevance: { score: 1 } });
      });

      await t.test('a word that occurs in the catalog is not corrected to another', async (t) => {
        const found = await intentSearch(reader, language, { text: 'paydoll', filter: {}, limit: 3 });
        t.same(found.tokens, ['paydoll']);
        t.equal(found.confidence, 'high');
        t.notMatch(found.reason, 'No word');
        t.match(found.services[0]?.relevance.reason, 'paydoll');
      });

      await t.test('a domain suffix such as .tokyo does not match a place', async (t) => {
        const found = await firstIntent('places to visit in Tokyo');
        t.equal(found.length, 10);
        t.notOk(found.slice(0, 3).some(({ endpoint }) => endpoint.includes('kestrun.tokyo')));
      });

      await t.test('a refused name is not put first', async (t) => {
        const [first] = await firstIntent('weather forecast, but not kestrun');
        t.ok(first && !first.endpoint.includes('kestrun'), `${first?.endpoint}`);
      });

      await t.test('the first ten answers have at most two of one provider', async (t) => {
        for (const text of ['stock prices', 'weather forecast', 'news headlines', '天気予報', 'search the web']) {
          const found = await firstIntent(text);
          t.ok(found.length > 2, text);
          t.ok(mostOfOneProvider(found) <= 2, text);
        }
      });

      await t.test('facets count as many services as a search finds', async (t) => {
        for (const text of [endpoints[0] ?? '', 'kestrun.tokyo', 'kestrun', 'pennyhatchgate alerts']) {
          const { total } = await keywordSearch(reader, language, { text, filter: {}, offset: 0, limit: 0 });
          t.ok(total > 0, text);
          t.equal((await reader.facets(await keywordFacets(reader, language, text, {}))).total, total, text);
        }
      });

      await t.test('the pages of a query with a name hold every service once', async (t) => {
        const text = 'pennyhatchgate alerts';
        const ids = await allPages(reader, text);
        t.equal(new Set(ids).size, ids.length);
        const { total } = await keywordSearch(reader, language, { text, filter: {}, offset: 0, limit: 1 });
        t.equal(ids.length, total);
        t.ok(total > 7, 'more than one page');
      });
    },
  );
}

function mostOfOneProvider(services: readonly { endpoint: string }[]): number {
  const counts = new Map<string, number>();
  for (const { endpoint } of services) {
    const { provider } = hostNames(endpointHost(endpoint));
    counts.set(provider, (counts.get(provider) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

async function allPages(reader: SearchReader, text: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 7) {
    const { hits } = await keywordSearch(reader, language, { text, filter: {}, offset, limit: 7 });
    ids.push(...hits.map(({ service }) => parseService(service).id));
    if (hits.length < 7) return ids;
  }
}
