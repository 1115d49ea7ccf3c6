import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { intentSearch, type SearchFilter } from '../../dist/index.js';
import { alike, catalog, entry, serviceId } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const namesOf = ({ services }: { services: readonly { name: string }[] }) => services.map(({ name }) => name);

/** The ranking is our own code, so every engine must return the same services. */
export async function intentConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));
  const language = await loadLanguage();
  const ask = (text: string, filter: SearchFilter = {}, limit = 20, ignore = '') =>
    intentSearch(reader, language, { text, filter, limit, ignore });
  const names = async (text: string) => namesOf(await ask(text));

  await t.test('a sentence finds services in either language', async (t) => {
    t.strictSame((await names('明日の天気を知りたい')).toSorted(), ['Tokyo Forecasts', '空もようナビ']);
    t.strictSame((await names('I want to know what the weather will be like')).toSorted(), [
      'Tokyo Forecasts',
      '空もようナビ',
    ]);
    const text = '文章を英語に翻訳してほしい';
    t.equal((await names(text))[0], 'ことばの橋');
    t.equal((await ask(text, { status: 'inactive' })).services[0]?.name, 'Polyglot');
  });

  await t.test('tokens, matched tokens and reasons name the words of the query and what matches them', async (t) => {
    const result = await ask('株価を調べたい');
    t.equal(result.query, '株価を調べたい');
    t.strictSame(result.matchedTokens, ['株価']);
    t.match(result.reason, /株価/);
    t.strictSame(result.services[0]?.relevance.matchedTokens, ['株価']);
    t.match((await ask('stock price')).services[0]?.relevance.reason, /^Stock.*, in the (name|description)/);
    const { services } = await ask('天気');
    const english = services.find(({ description }) => /weather/i.test(description));
    t.ok(english?.relevance.matchedWords.includes('weather'), 'what it was found by is named');
  });

  await t.test('a paraphrase is found by its task, and the reason names the task', async (t) => {
    const mood = entry(42, { name: 'Wiretap', description: 'Sentiment analysis of customer feedback.' });
    await index.apply([{ upsert: mood }]);
    for (const [text, reason] of [
      ['do people love or hate us', /; sentiment /],
      ['褒められているのか、けなされているのか', /^一致する言葉はありませんが、用途「感情極性分析.+」に合います。$/],
      ['レビューが好意的かどうか', /あります（感情極性分析.+）。$/],
    ] as const) {
      const [first] = (await ask(text)).services;
      t.equal(first?.name, 'Wiretap', text);
      t.match(first?.relevance.reason, reason);
    }
    t.notMatch((await ask('stock price')).services[0]?.relevance.reason, /sentiment/i);
    await index.apply([{ remove: serviceId(42) }]);
  });

  await t.test('a query that shares no word, name or task with any service finds nothing, and says so', async (t) => {
    for (const [text, reason] of [
      ['xqzvw kjqpf', 'No service was found for "xqzvw" and "kjqpf".'],
      ['qqqq', 'No service was found for "qqqq".'],
      ['ぷにゃらほげ', '「ぷにゃらほげ」に合うサービスは見つかりませんでした。'],
      ['giraffe', 'No service was found for "giraffe".'],
    ] as const) {
      const { services, matchedTokens, confidence, reason: actualReason } = await ask(text, {}, 100);
      t.strictSame(
        { services, matchedTokens, confidence },
        { services: [], matchedTokens: [], confidence: 'low' },
        text,
      );
      t.equal(actualReason, reason);
    }
    t.strictSame((await names('xqzvw 天気')).toSorted(), ['Tokyo Forecasts', '空もようナビ'], 'one word is enough');
  });

  await t.test('an intent finds at most its limit, with falling scores between 0 and 1', async (t) => {
    const { services } = await ask('weather search translation', {}, 2);
    t.equal(services.length, 2);
    for (const [i, { relevance }] of services.entries()) {
      t.ok(relevance.score > 0 && relevance.score <= 1);
      t.ok(relevance.score <= (services[i - 1]?.relevance.score ?? 1));
    }
  });

  await t.test('inactive services are left out unless they are requested', async (t) => {
    const found = { name: 'Volcano Watch', description: 'Warns of volcanic eruptions.' };
    const gone = entry(901, { ...found, status: 'inactive', trustScore: 100 });
    const quiet = entry(902, { ...found, trustScore: 10 });
    const trusted = entry(903, { ...found, description: 'Warns of volcanic eruptions!', trustScore: 90 });
    await index.apply([gone, quiet, trusted].map((upsert) => ({ upsert })));
    const text = 'volcanic eruption warning';
    const order = (await ask(text)).services.map(({ id }) => id);
    t.strictSame(order, [trusted.service.id, quiet.service.id], 'and of equals the trusted one is first');
    const result = await ask(text, { status: 'inactive' });
    t.strictSame(namesOf(result), ['Volcano Watch']);
    await index.apply([gone, quiet, trusted].map(({ service }) => ({ remove: service.id })));
  });

  await t.test('a price and a chain in a query become filters, and are reported', async (t) => {
    const cheap = await ask('0.04ドル以下の天気API');
    t.strictSame(cheap.constraints, { maxPricePerRequest: '0.04', currency: 'USD' });
    t.strictSame(cheap.services, []);
    const affordable = await ask('0.05ドル以下の天気API');
    t.equal(affordable.services.length, 2);
    const onPolygon = await ask('weather on Polygon');
    t.strictSame(onPolygon.constraints, { chains: ['polygon'] });
    t.strictSame(namesOf(onPolygon), ['空もようナビ']);
  });

  await t.test(
    'a filter of the request overrides the words of the query, and the lower of two prices applies',
    async (t) => {
      const other = await ask('weather on Polygon', { chains: ['base'] });
      t.strictSame(other.constraints, {});
      t.strictSame(namesOf(other), ['Tokyo Forecasts']);
      const lower = await ask('0.05ドル以下の天気API', { maxPrice: { amount: '0.01', exclusive: false } });
      t.strictSame(lower.constraints, { currency: 'USD' });
      t.strictSame(lower.services, []);
    },
  );

  await t.test('a result has a confidence, and says if it may not be what is needed', async (t) => {
    t.equal((await ask('天気')).confidence, 'high');
    t.equal((await ask('明日の天気')).confidence, 'high', 'no description needs to say tomorrow');
    const unsure = await ask('forecast of lottery numbers by horoscope');
    t.equal(unsure.confidence, 'low');
    t.not(unsure.services.length, 0);
    t.match(unsure.reason, /may not be what you need/);
  });

  await t.test('a constraint that the request ignores is not applied, and its words find nothing', async (t) => {
    const text = 'weather on Polygon for at most 0.001 USDC';
    t.strictSame((await ask(text)).services, []);
    const anyPrice = await ask(text, {}, 20, 'maxPricePerRequest,currency');
    t.strictSame(anyPrice.constraints, { chains: ['polygon'] });
    t.strictSame(namesOf(anyPrice), ['空もようナビ']);
    const anywhere = await ask('weather on Polygon', {}, 20, 'chains');
    t.strictSame(anywhere.constraints, {});
    t.strictSame(
      anywhere.services.map(({ name }) => name),
      await names('weather'),
    );
  });

  await t.test('a currency stands for its family of coins, a coin for itself', async (t) => {
    const inYen = await ask('2円以下の翻訳');
    t.strictSame(inYen.constraints, { maxPricePerRequest: '2', currency: 'JPY' });
    t.strictSame(namesOf(inYen), ['ことばの橋']);
    t.strictSame((await ask('2 USDT以下の翻訳')).services, []);
  });

  await t.test('a query may name several chains, or refuse one', async (t) => {
    const several = await ask('weather on Base or Polygon');
    t.strictSame(several.constraints, { chains: ['base', 'polygon'] });
    t.equal(several.services.length, 2);
    const refused = await ask('ポリゴン以外の天気API');
    t.strictSame(refused.constraints, { notChains: ['polygon'] });
    t.strictSame(namesOf(refused), ['Tokyo Forecasts']);
  });

  await t.test('a query may refuse a coin, and ask for a trust score', async (t) => {
    const noDollars = await ask('USDC以外で払える翻訳');
    t.strictSame(noDollars.constraints, { notCurrencies: ['USDC'] });
    t.strictSame(namesOf(noDollars), ['ことばの橋']);
    const trusted = await ask('weather with a trust score over 70');
    t.strictSame(trusted.constraints, { minTrust: 70 });
    t.strictSame(namesOf(trusted), ['Tokyo Forecasts']);
    const trustedMost = await ask('weather, trust at least 95');
    t.match(trustedMost.reason, /trust of at least 95.*Tokyo Forecasts/);
  });

  await t.test(
    'the nearest miss is the one nearest to the price that was stated, not the best without it',
    async (t) => {
      const gauges = ['0.01', '0.001', '0.5'].map((price, i) =>
        entry(940 + i, { name: `River gauge ${i}`, description: 'Water level of rivers.', price }),
      );
      await index.apply(gauges.map((upsert) => ({ upsert })));
      for (const [text, name] of [
        ['water level of rivers for less than one tenth of a cent', 'River gauge 1'],
        ['water level of rivers for at least 3 dollars per request', 'River gauge 2'],
        ['free water level of rivers', 'River gauge 1'],
        ['water level of rivers on Polygon under a tenth of a cent', 'River gauge 1'],
      ] as const) {
        const result = await ask(text);
        t.strictSame(result.services, [], text);
        t.equal(result.nearestMiss?.name, name, text);
        t.match(result.reason, name);
      }
      await index.apply(gauges.map(({ service }) => ({ remove: service.id })));
    },
  );

  await t.test('free services come first if the query only prefers them', async (t) => {
    const paid = entry(910, { name: 'Tide tables', description: 'High and low tide of a harbour.' });
    const free = entry(911, {
      name: 'Tides',
      description: 'High and low tide, with the current, of a harbour.',
      freeQuota: 10,
    });
    await index.apply([paid, free].map((upsert) => ({ upsert })));
    t.strictSame(await names('tide tables of a harbour'), ['Tide tables', 'Tides']);
    const hoped = await ask('tide tables of a harbour, preferably free');
    t.strictSame(hoped.constraints, { prefer: 'free' });
    t.strictSame(namesOf(hoped), ['Tides', 'Tide tables']);
    await index.apply([paid, free].map(({ service }) => ({ remove: service.id })));
  });

  await t.test('a refused word leaves out services that use it, not those whose host contains it', async (t) => {
    const hosted = entry(920, {
      name: 'Headlines at api.cryptodesk.com/v1',
      description: 'Headlines of the day. See https://docs.cryptodesk.com/start for more.',
    });
    const described = entry(921, { name: 'Crypto headlines', description: 'Headlines about crypto.' });
    await index.apply([hosted, described].map((upsert) => ({ upsert })));
    t.ok((await names('headlines')).includes('Crypto headlines'));
    t.strictSame(await names('headlines, not crypto'), [hosted.service.name]);
    t.strictSame(await names('暗号資産以外の見出し'), [hosted.service.name]);
    t.ok((await names('見出し')).includes('Crypto headlines'));
    await index.apply([hosted, described].map(({ service }) => ({ remove: service.id })));
  });

  await t.test('a refused kind of thing leaves out services with both words, and finds other kinds', async (t) => {
    const general = entry(922, { name: 'Daily headlines', description: 'News of the day.' });
    const refused = entry(923, { name: 'Coin headlines', description: 'News about crypto.' });
    const prices = entry(924, { name: 'Coin prices', description: 'Prices of crypto.' });
    await index.apply([general, refused, prices].map((upsert) => ({ upsert })));
    for (const text of ['not crypto news', 'headlines, not crypto news']) {
      const result = await ask(text);
      t.strictSame(result.constraints, { without: ['crypto news'] });
      t.equal(result.services[0]?.name, 'Daily headlines', text);
      t.notOk(namesOf(result).includes('Coin headlines'), text);
    }
    const [first] = (await ask('news today, not crypto news')).services;
    t.strictSame(first?.relevance.matchedTokens, ['news']);
    await index.apply([general, refused, prices].map(({ service }) => ({ remove: service.id })));
  });

  await t.test('a doubtful refusal moves services to the end, and is reported as not understood', async (t) => {
    const sung = entry(930, { name: 'Songs', description: 'Background music with vocals for a film.' });
    const plain = entry(931, { name: 'Tunes', description: 'Background music for a film.' });
    await index.apply([sung, plain].map((upsert) => ({ upsert })));
    const result = await ask('background music, no vocals');
    t.strictSame(result.constraints, {});
    t.strictSame(result.notUnderstood, ['vocals']);
    t.strictSame(namesOf(result), ['Tunes', 'Songs']);
    await index.apply([sung, plain].map(({ service }) => ({ remove: service.id })));
  });

  await t.test('refused services are left out, and unclear words are reported', async (t) => {
    const result = await ask('text search, not images');
    t.strictSame(result.constraints, { without: ['images'] });
    const image = /image|画像/i;
    t.notOk(result.services.some(({ name, description }) => image.test(name + description)));
    t.strictSame((await ask('cheap translation API')).notUnderstood, ['cheap']);
  });

  await t.test('a value that is known by its form finds services of its kind, and the reason names it', async (t) => {
    const result = await ask('how is $ACME doing today?');
    t.strictSame(namesOf(result).slice(0, 2).toSorted(), ['TickerTape', '兜町フィード']);
    t.match(result.services[0]?.relevance.reason, /^\$ACME \(stock ticker\), in the /);
    t.match((await ask('$ACMEの様子')).services[0]?.relevance.reason, /^「\$ACME」（株式のティッカー）が/);
  });

  await t.test('an order in a query sorts its good answers, and without other words the whole catalog', async (t) => {
    const cheapest = await ask('cheapest weather');
    t.strictSame(cheapest.constraints, { order: 'price' });
    t.strictSame(namesOf(cheapest), ['Tokyo Forecasts', '空もようナビ']);
    const images = [
      entry(44, { name: 'Image Resizer', description: 'Resize images to any size.', price: '0.01' }),
      entry(45, { name: 'images generate', description: 'Text-to-Image Generation', price: '0.02' }),
    ];
    await index.apply(images.map((upsert) => ({ upsert })));
    t.equal((await names('image generation')).at(-1), 'Image Resizer');
    const cheap = await names('cheapest image generation');
    t.strictSame([cheap[0], cheap.includes('Image Resizer')], ['images generate', false], 'others cannot be cheapest');
    await index.apply([44, 45].map((n) => ({ remove: serviceId(n) })));
    const newest = await ask('newest services not on Base', {}, 2);
    t.strictSame(newest.constraints, { notChains: ['base'], order: 'newest' });
    t.strictSame(namesOf(newest), ['つきごよみ', 'TickerTape']);
    const free = await ask('無料で試せるサービス');
    t.strictSame(namesOf(free).toSorted(), ['Findex', 'OpenSkyRadar']);
  });

  await t.test('a name without a vector is found by its letters', async (t) => {
    const trader = entry(40, {
      name: 'Signals',
      description: 'Bollinger bands, RSI and MACD of a ticker.',
    });
    const news = entry(41, { name: 'Coins', description: 'A coin and its market, explained for a coin.' });
    await index.apply([trader, news].map((upsert) => ({ upsert })));
    t.equal((await names('RSI and MACD for a coin'))[0], 'Signals');
    await index.apply([40, 41].map((n) => ({ remove: serviceId(n) })));
  });

  await t.test('a service that says nothing about itself comes last', async (t) => {
    const junk = entry(43, { name: 'Weather', description: 'd', category: 'weather', labels: ['Weather'] });
    await index.apply([{ upsert: junk }]);
    t.equal((await names('weather')).at(-1), 'Weather');
    await index.apply([{ remove: serviceId(43) }]);
  });

  await t.test('a query without content has an empty result with a reason', async (t) => {
    const particles = await ask('のはを');
    t.strictSame(particles.services, []);
    t.strictSame(particles.tokens, []);
    t.match(particles.reason, /手がかり/);
  });
}
