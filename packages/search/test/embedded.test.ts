import { loadLanguage, memoize } from '@shirube/language';
import t from 'tap';
import { createEmbeddedEngine, createMoney, findIntent } from '../dist/index.js';
import { entry } from './catalogFixture.js';
import { conformance } from './conformance.js';

const loaded = await loadLanguage();
// Every engine reads the same thousands of synonyms.
const language = { ...loaded, words: memoize(20_000, loaded.words) };

await conformance(t, async (t) => {
  const engine = createEmbeddedEngine(language);
  t.teardown(() => engine.close());
  return { reader: engine, index: engine };
});

t.test('the cheapest of more services than an intent answers are a thousand, on all pages together', async (t) => {
  const engine = createEmbeddedEngine(language);
  t.teardown(() => engine.close());
  const services = Array.from({ length: 1_003 }, (_, n) =>
    entry(n, { name: `Service ${n}`, currency: n < 1_000 ? 'USDC' : 'XYZ' }),
  );
  await engine.apply(services.map((upsert) => ({ upsert })));
  const money = createMoney(engine, () => ({ base: 'USD', date: '2026-11-01', rates: {} }));
  const read = (offset: number) =>
    findIntent(engine, loaded, { text: 'cheapest', filter: {}, offset, limit: 20, money });
  for (const [offset, count] of [
    [980, 20],
    [999, 1],
    [1_000, 0],
  ] as const) {
    const page = await read(offset);
    t.equal(page.total, 1_000);
    t.equal(page.services.length, count, `from ${offset} on`);
  }
});
