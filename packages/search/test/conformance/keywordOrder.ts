import { parseService } from '../../src/index.js';
import { alike, entry } from '../catalogFixture.js';
import type { EngineUnderTest, Test } from '../conformance.js';

/** The words themselves and their synonyms, in names and descriptions; ids are against the order that is wanted. */
const services = {
  synonymsInDescription: entry(1, { name: 'D', description: '日本全国の天気予報をお届けします。' }),
  wordsInDescription: entry(2, { name: 'C', description: 'Hourly weather forecast for any place.' }),
  synonymsInName: entry(3, { name: '天気予報', description: 'その一。' }),
  wordsInName: entry(4, { name: 'Weather Forecast', description: 'One.' }),
};
const { synonymsInDescription, wordsInDescription, synonymsInName, wordsInName } = services;

/** How far the order of relevance must agree between engines, whose scores are their own. */
export async function keywordOrderConformance(
  t: Test,
  open: (t: Test) => Promise<EngineUnderTest>,
): Promise<void> {
  const ours = Object.values(services);
  const namesFor = async ({ reader }: EngineUnderTest, text: string) =>
    (await reader.search({ text, filter: {}, offset: 0, limit: 10 })).hits.map(
      ({ service }) => parseService(service).name,
    );
  const nameOf = ({ service }: (typeof ours)[number]) => service.name;

  await t.test('names come before descriptions, and words before their synonyms in names', async (t) => {
    const engine = await open(t);
    await engine.index.apply([...ours, ...alike].map((upsert) => ({ upsert })));
    for (const text of ['weather forecast', 'weather']) {
      t.strictSame(
        await namesFor(engine, text),
        [wordsInName, synonymsInName, wordsInDescription, synonymsInDescription].map(nameOf),
        text,
      );
    }
    for (const text of ['天気予報', '天気']) {
      const found = await namesFor(engine, text);
      t.strictSame(found.slice(0, 2), [synonymsInName, wordsInName].map(nameOf), text);
      t.strictSame(
        found.slice(2).toSorted(),
        [wordsInDescription, synonymsInDescription].map(nameOf),
        'in descriptions the words of either language may come first',
      );
    }
  });

  await t.test('the best is first also when every service has the words', async (t) => {
    const engine = await open(t);
    await engine.index.apply(ours.map((upsert) => ({ upsert })));
    t.strictSame(
      await namesFor(engine, 'weather'),
      [wordsInName, synonymsInName, wordsInDescription, synonymsInDescription].map(nameOf),
    );
  });
}
