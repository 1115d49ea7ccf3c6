import type { Test } from 'tap';
import { parseService } from '../../dist/index.js';
import { alike, entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** The words and their synonyms, in names and descriptions. The ids are in the reverse of the expected order. */
const services = {
  synonymsInDescription: entry(1, { name: 'D', description: '日本全国の天気予報をお届けします。' }),
  wordsInDescription: entry(2, { name: 'C', description: 'Hourly weather forecast for any place.' }),
  synonymsInName: entry(3, { name: '天気予報', description: 'その一。' }),
  wordsInName: entry(4, { name: 'Weather Forecast', description: 'One.' }),
};
const { synonymsInDescription, wordsInDescription, synonymsInName, wordsInName } = services;

/** The part of the relevance order on which engines must agree. Their scores differ. */
export async function keywordOrderConformance(t: Test, open: (t: Test) => Promise<EngineUnderTest>): Promise<void> {
  const ours = Object.values(services);
  const namesFor = async ({ reader }: EngineUnderTest, text: string) =>
    (await reader.search({ text, filter: {}, offset: 0, limit: 10 })).hits.map(
      ({ service }) => parseService(service).name,
    );
  const nameOf = ({ service }: (typeof ours)[number]) => service.name;

  await t.test('words come before their synonyms, and names before descriptions', async (t) => {
    const engine = await open(t);
    await engine.index.apply([...ours, ...alike].map((upsert) => ({ upsert })));
    for (const text of ['weather forecast', 'weather']) {
      t.strictSame(
        await namesFor(engine, text),
        [wordsInName, wordsInDescription, synonymsInName, synonymsInDescription].map(nameOf),
        text,
      );
    }
    for (const text of ['天気予報', '天気']) {
      t.strictSame(
        await namesFor(engine, text),
        [synonymsInName, synonymsInDescription, wordsInName, wordsInDescription].map(nameOf),
        text,
      );
    }
  });

  // Regression: 2,002 services of the category ranked before the only one that contains the word.
  await t.test(
    'a service with the word in its description comes before those with a synonym or its category',
    async (t) => {
      const engine = await open(t);
      const labels: [string, string] = ['Weather', '天気'];
      const others = Array.from({ length: 30 }, (_, i) =>
        entry(i + 1, { name: `Weather ${i}`, description: 'Forecasts.', category: 'weather', labels }),
      );
      const only = entry(99, {
        name: 'Plain',
        description: `Answers questions of all kinds, ${'and of many more kinds, '.repeat(20)} such as 天気.`,
      });
      await engine.index.apply([...others, only, ...alike].map((upsert) => ({ upsert })));
      const found = await namesFor(engine, '天気');
      t.equal(found[0], 'Plain');
      t.equal(found[1], 'Weather 0', 'the others follow');
    },
  );

  await t.test('of services that match about equally well the trusted one comes first', async (t) => {
    const engine = await open(t);
    const description = 'The forecast for tomorrow.';
    const trusted = entry(8, { name: 'Weather Two', description, trustScore: 90 });
    const better = entry(9, { name: 'Weather Forecast Four', description: 'Weather forecast.' });
    const others = [
      entry(6, { name: 'Weather One', description, trustScore: 10 }),
      entry(7, { name: 'Weather Six', description, trustScore: 10 }),
    ];
    await engine.index.apply([...others, trusted, better, ...alike].map((upsert) => ({ upsert })));
    const found = await namesFor(engine, 'weather');
    const alikes = [trusted, ...others].map(nameOf);
    t.strictSame(
      found.filter((name) => alikes.includes(name)),
      alikes,
    );
    t.equal((await namesFor(engine, 'weather forecast'))[0], nameOf(better), 'and no better one is skipped');
  });

  await t.test(
    'inactive services and those on a test network come after payable ones, however little these are trusted',
    async (t) => {
      const engine = await open(t);
      const description = 'The forecast for tomorrow.';
      const inactive = entry(6, { name: 'Weather One', description, trustScore: 10, status: 'inactive' });
      const fresh = entry(7, { name: 'Weather Two', description, trustScore: 0 });
      const testnet = entry(5, { name: 'Weather Six', description, trustScore: 90, network: 'base-sepolia' });
      testnet.service.testnet = true;
      await engine.index.apply([testnet, inactive, fresh, ...alike].map((upsert) => ({ upsert })));
      t.strictSame(await namesFor(engine, 'weather'), [fresh, testnet, inactive].map(nameOf));
      t.equal((await namesFor(engine, 'weather six'))[0], nameOf(testnet), 'where all match equally well');
      const inOrder = async (by: 'trustScore' | 'createdAt', order: 'asc' | 'desc') =>
        (await engine.reader.list({ filter: {}, sort: { by, order }, offset: 0, limit: 1_000 })).services.map(
          (service) => parseService(service).name,
        );
      t.equal((await inOrder('trustScore', 'desc')).at(-1), nameOf(testnet), 'in the usual order it is last');
      const byAge = await inOrder('createdAt', 'asc');
      t.ok(byAge.indexOf(nameOf(testnet)) < byAge.indexOf(nameOf(inactive)), 'in another it is where it belongs');
    },
  );

  await t.test('a service without a description of its own comes after one that has one', async (t) => {
    const engine = await open(t);
    const own = entry(9, { name: 'Weather Nine', description: 'Rain by hour.', trustScore: 0 });
    const repeats = entry(7, { name: 'Weather Seven', description: 'All our tools.', trustScore: 0 });
    const same = entry(8, { name: 'Weather Eight', description: 'Weather eight.', trustScore: 0 });
    await engine.index.apply([{ upsert: { ...repeats, repeatsDescription: true } }, { upsert: same }, { upsert: own }]);
    const found = await namesFor(engine, 'weather');
    t.ok(found.indexOf(nameOf(own)) < found.indexOf(nameOf(repeats)));
    const { services } = await engine.reader.list({
      filter: {},
      sort: { by: 'trustScore', order: 'desc' },
      offset: 0,
      limit: 3,
    });
    t.strictSame(
      services.map((service) => parseService(service).name),
      [own, repeats, same].map(nameOf),
    );
  });

  await t.test('the best match is first also if every service contains the words', async (t) => {
    const engine = await open(t);
    await engine.index.apply(ours.map((upsert) => ({ upsert })));
    t.strictSame(
      await namesFor(engine, 'weather'),
      [wordsInName, wordsInDescription, synonymsInName, synonymsInDescription].map(nameOf),
    );
  });
}
