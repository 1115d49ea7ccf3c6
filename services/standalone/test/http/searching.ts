import type { Facets, IntentSearchResult, Service } from '@shirube/contracts';
import { type DirectoryClient, readTable, registration, solanaWallet } from '@shirube/testing';
import type { Test } from 'tap';
import { beside } from './beside.js';

const keywords = new URL('../../test/http/keywords.tsv', import.meta.url);

const names = (services: readonly Pick<Service, 'name'>[]): string[] => services.map(({ name }) => name);

const catalog = [
  registration({
    name: 'Nimbus Forecast',
    description: 'Hourly weather forecast for any place on earth.',
    category: 'weather',
    pricing: { currency: 'USDC', pricePerRequest: '0.002' },
  }),
  registration({
    name: '全国天気予報API',
    description: '日本全国の天気予報を市区町村ごとに提供します。',
    category: 'weather',
    pricing: { currency: 'USDC', pricePerRequest: '0.02' },
  }),
  registration({
    name: 'Babel Bridge',
    description: 'Translates text between forty languages.',
    category: 'translation',
    x402Config: { paymentAddress: solanaWallet, network: 'solana' },
  }),
  registration({
    name: '文書翻訳サービス',
    description: '契約書や論文を日本語と英語のあいだで翻訳します。',
    category: 'translation',
  }),
  registration({
    name: 'PixelForge',
    description: 'Image generation from a sentence.',
    category: 'image-generation',
  }),
  registration({
    name: '株価ウォッチ',
    description: '東京証券取引所の株価をリアルタイムで配信。',
    category: 'finance',
  }),
];

/** Keyword search and intent search, in both languages. */
export async function searching(t: Test, directory: DirectoryClient): Promise<void> {
  await directory.registerAll(catalog);

  await t.test('keyword search answers with query, tokens, total and scored services', async (t) => {
    const result = await directory.keyword('Weather Forecast');
    t.equal(result.query, 'Weather Forecast');
    t.strictSame(result.tokens, ['weather', 'forecast']);
    t.equal(result.total, 2);
    // The order depends on the engine: one has a word in its name, the other the synonyms of both.
    t.strictSame(names(result.services).toSorted(), ['Nimbus Forecast', '全国天気予報API']);
    t.equal((await directory.keyword('nimbus forecast')).services[0]?.name, 'Nimbus Forecast');
    for (const { relevance } of result.services) t.ok(relevance.score >= 0 && relevance.score <= 1);
    t.equal((await directory.keyword('weather', { limit: 1 })).services.length, 1);
    const second = await directory.keyword('weather', { limit: 1, offset: 1 });
    t.strictSame(second.services, (await directory.keyword('weather', { limit: 2 })).services.slice(1));
    const pastEnd = await directory.keyword('weather', { offset: 1_000_000 });
    t.strictSame(pastEnd.services, []);
    t.equal(pastEnd.total, second.total, 'a page behind the end still tells the total');
  });

  await t.test('keywords are found in other forms and in the other language', async (t) => {
    for (const [query = '', name = '', why] of readTable(keywords)) {
      const { services } = await directory.keyword(query, { limit: 100 });
      t.ok(names(services).includes(name), `${query} finds ${name}: ${why}`);
      const list = await directory.list({ query, limit: 100 });
      t.ok(names(list.body).includes(name), `the list with query=${query} too`);
    }
    t.strictSame((await directory.keyword('qqxxyyzz')).services, []);
    t.equal((await directory.keyword('qqxxyyzz')).total, 0);
  });

  await t.test('an intent in English or Japanese finds services of either language', async (t) => {
    for (const q of [
      "I'm looking for something that can tell me tomorrow's weather",
      '明日の天気を教えてくれるAPIを探しています',
    ]) {
      const result = await directory.intent(q);
      t.equal(result.query, q);
      t.ok(names(result.services).slice(0, 3).includes('Nimbus Forecast'), q);
      t.ok(names(result.services).slice(0, 3).includes('全国天気予報API'), q);
      t.ok(result.matchedTokens.length > 0);
      for (const token of result.matchedTokens) t.ok(result.tokens.includes(token), token);
      for (const { relevance } of result.services) {
        t.ok(relevance.score >= 0 && relevance.score <= 1);
        t.ok(relevance.reason.length > 0);
      }
    }
  });

  await t.test(
    'tokens are free of particles and filler, verbs in dictionary form, reasons in the language',
    async (t) => {
      const ja = await directory.intent('契約書を翻訳してくれるサービスはありますか');
      t.notOk(
        ja.tokens.some((token) => ['を', 'は', 'か', 'て', 'くれる', 'ます'].includes(token)),
        ja.tokens.join(' '),
      );
      t.ok(ja.tokens.includes('翻訳'));
      t.match(ja.reason, /[\u3040-\u30ff\u4e00-\u9fff]/);
      const en = await directory.intent('please find me a translation service');
      t.notOk(
        en.tokens.some((token) => ['please', 'me', 'a'].includes(token)),
        en.tokens.join(' '),
      );
      t.notMatch(en.reason, /[\u3040-\u30ff]/);
    },
  );

  await t.test('price and chain in an intent become filters that are reported', async (t) => {
    const cheap = await directory.intent('0.01ドル以下の天気予報');
    t.equal(cheap.constraints.maxPricePerRequest, '0.01');
    t.ok(names(cheap.services).includes('Nimbus Forecast'));
    t.notOk(names(cheap.services).includes('全国天気予報API'));
    const solana = await directory.intent('translation on Solana');
    t.strictSame(solana.constraints.chains, ['solana']);
    t.ok(names(solana.services).includes('Babel Bridge'));
    for (const service of solana.services) t.strictSame(service.supportedChains, ['solana']);
    t.strictSame((await directory.intent('translation of text')).constraints, {});
  });

  await t.test('a constraint that a request ignores is not applied', async (t) => {
    const anyPrice = await directory.intent('0.01ドル以下の天気予報', {
      ignore: 'maxPricePerRequest,currency',
    });
    t.strictSame(anyPrice.constraints, {});
    t.ok(names(anyPrice.services).includes('全国天気予報API'));
  });

  await t.test('an intent takes the filters of the list and a limit', async (t) => {
    const filtered = await directory.intent('weather', { maxPricePerRequest: '0.01', category: 'weather' });
    t.ok(names(filtered.services).includes('Nimbus Forecast'));
    t.notOk(names(filtered.services).includes('全国天気予報API'));
    t.equal((await directory.intent('weather', { limit: 1 })).services.length, 1);
    const { whole, pages } = await beside(
      'weather',
      async (q) => (await directory.intent(q, { limit: 100 })).services,
      async (q) => (await directory.intent(q, { offset: 1, limit: 99 })).services,
    );
    t.strictSame(pages, whole.slice(1));
  });

  await t.test('an intent tells its total, and its links lead through all of it', async (t) => {
    for (const group of ['', '&group=provider']) {
      const path = (q: string, limit: number) =>
        `/api/services/search/intent?q=${encodeURIComponent(q)}&limit=${limit}${group}`;
      const { whole, pages } = await beside(
        'weather forecast',
        async (q) => {
          const { headers, body } = await directory.get<IntentSearchResult>(path(q, 100));
          t.equal(headers.get('x-total-count'), String(body.services.length));
          return body.services;
        },
        async (q) => {
          const services: unknown[] = [];
          for (let next: string | undefined = path(q, 1); next !== undefined; ) {
            const page: { headers: Headers; body: IntentSearchResult } = await directory.get(next);
            services.push(...page.body.services);
            next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
          }
          return services;
        },
      );
      t.strictSame(pages, whole, group);
      t.not(whole.length, 0);
    }
    const last = await directory.get<IntentSearchResult>('/api/services/search/intent?q=weather&offset=1000');
    t.equal(last.status, 200);
    t.strictSame(last.body.services, []);
    t.ok(Number(last.headers.get('x-total-count')) > 0, 'also behind the end');
    t.match(last.headers.get('link'), /offset=0>; rel="first", .*rel="prev", .*rel="last"/);
    const nothing = await directory.get('/api/services/search/intent?q=qqxxyyzz');
    t.equal(nothing.headers.get('x-total-count'), '0');
  });

  await t.test('a search that finds nothing is a 200 with an empty array and a reason', async (t) => {
    for (const q of ['をにがは', 'の', 'qqxxyyzz', '???', '🤷']) {
      const result = await directory.intent(q);
      t.strictSame(result.services, [], q);
      t.strictSame(result.matchedTokens, [], q);
      t.ok(result.reason.length > 0, q);
    }
  });

  await t.test(
    'a search for free services lists free ones first, then those with a free quota, and says so',
    async (t) => {
      const category = 'lunar-tides';
      const tides = (name: string, pricing: object) =>
        registration({
          name,
          category,
          description: 'Lunar tide tables for harbours.',
          pricing: { currency: 'USDC', pricePerRequest: '0.01', ...pricing },
        });
      await directory.registerAll([
        tides('Lunar tides with a quota', { freeQuota: 100 }),
        tides('Lunar tides, paid', {}),
        tides('Lunar tides for nothing', { pricePerRequest: '0' }),
      ]);
      const intent = (q: string) =>
        directory.get<IntentSearchResult>(
          `/api/services/search/intent?category=${category}&q=${encodeURIComponent(q)}`,
        );
      const { body } = await intent('free lunar tide tables');
      t.strictSame(names(body.services), ['Lunar tides for nothing', 'Lunar tides with a quota']);
      t.match(body.reason, /Free services come first, then those with a free quota/);
      const missed = (await intent('lunar tide tables with uptime over 99%')).body;
      t.strictSame(missed.services, []);
      t.match(missed, { constraints: { minUptime: 99 }, nearestMiss: { name: /^Lunar tides/ } });
      const facets = (query: string) => directory.get<Facets>(`/api/facets?category=${category}&${query}`);
      t.equal((await facets('q=lunar+tide+tables')).body.total, 3);
      t.equal((await facets('q=free+lunar+tide+tables')).body.total, 2, 'what an intent says is counted');
      t.equal((await facets('q=tide&query=tide')).status, 400);
    },
  );

  await t.test('similar services are the nearest in meaning, other hosts first', async (t) => {
    const sealed = (name: string, host: string, description: string) =>
      registration({ name, endpoint: `https://${host}.example/${encodeURIComponent(name)}`, description });
    const [own, sibling, other, second] = await directory.registerAll([
      sealed('Whale Songs', 'whales', 'Recordings of whale songs by species and ocean.'),
      sealed('Whale Songs by year', 'whales', 'Recordings of whale songs by species and year.'),
      sealed('Cetacean Audio', 'cetacea', 'Audio recordings of whales and dolphins.'),
      sealed('クジラの歌', 'kujira', 'クジラの歌の録音を種ごとに返します。'),
    ]);
    const { status, body } = await directory.get<Service[]>(`/api/services/${own?.id}/similar`);
    t.equal(status, 200);
    const ids = body.map(({ id }) => id);
    t.strictSame(new Set(ids.slice(0, 2)), new Set([other?.id, second?.id]));
    t.notOk(ids.includes(own?.id ?? ''), 'not itself');
    t.ok(ids.indexOf(sibling?.id ?? '') >= 2, 'its own host comes last');
    t.equal((await directory.get<Service[]>(`/api/services/${own?.id}/similar?limit=1`)).body.length, 1);
    t.equal((await directory.get(`/api/services/${own?.id}/similar?limit=21`)).status, 400);
    t.equal((await directory.get('/api/services/01890000-0000-7000-8000-000000000000/similar')).status, 404);
  });
}
