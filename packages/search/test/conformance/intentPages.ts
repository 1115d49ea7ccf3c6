import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { findIntent, intentSearch } from '../../dist/index.js';
import { catalog, entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/**
 * Uses a catalog that is complete before the first intent. Scores depend on how many services contain a word. Readers
 * refresh these counts from time to time, so pages before and after a refresh may have different scores.
 */
export async function intentPageConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const many = Array.from({ length: 150 }, (_, n) =>
    entry(1_000 + n, {
      name: `${n % 3 === 0 ? 'Satellite' : 'Plain'} imagery ${n}`,
      description: n % 7 === 0 ? 'Photographs of fields from satellites.' : 'Photographs of fields.',
    }),
  );
  await index.apply([...catalog, ...many].map((upsert) => ({ upsert })));
  const language = await loadLanguage();
  const ask = (text: string, offset: number, limit: number) =>
    intentSearch(reader, language, { text, filter: {}, offset, limit });
  const paged = async (text: string, limit: number) => {
    const services: { id: string; score: number }[] = [];
    for (let offset = 0; offset <= 900; offset += limit) {
      const page = await ask(text, offset, limit);
      services.push(...page.services.map(({ id, relevance }) => ({ id, score: relevance.score })));
      if (page.services.length < limit) break;
    }
    return services;
  };

  for (const text of ['satellite imagery of fields', 'imagery of fields except satellite', 'newest imagery']) {
    await t.test(`pages of any size make up the whole: ${text}`, async (t) => {
      const [whole = [], ...others] = await Promise.all([100, 45, 20, 7].map((limit) => paged(text, limit)));
      for (const pages of others) t.strictSame(pages, whole);
      t.not(whole.length, 0);
      t.equal(new Set(whole.map(({ id }) => id)).size, whole.length);
      if (text.startsWith('newest')) return;
      for (const [i, { score }] of whole.entries()) t.ok(score <= (whole[i - 1]?.score ?? 1));
    });
  }

  await t.test('an intent has more services than fit on one page, and fewer if it refuses some', async (t) => {
    t.ok((await paged('satellite imagery of fields', 50)).length > 100);
    t.match((await ask('imagery of fields except satellite', 0, 5)).constraints, { without: ['satellite'] });
    t.equal((await paged('imagery of fields except satellite', 50)).length, 86);
  });

  await t.test('the total of an intent is the number of services on all its pages', async (t) => {
    for (const [text, least] of [
      ['satellite imagery of fields', 101],
      ['imagery of fields except satellite', 86],
      ['cheapest imagery', 20],
      ['imagery of fields, preferably free', 101],
      ['plain imagery 7', 20],
      ['under 5 dollars per request', 150],
      ['xqzvw kjqpf', 0],
    ] as const) {
      for (const byProvider of [false, true]) {
        const read = (offset: number, limit: number) =>
          findIntent(reader, language, { text, filter: {}, offset, limit, byProvider });
        const { total } = await read(0, 20);
        t.ok(byProvider ? total > 0 === least > 0 : total >= least, `${text}: ${total}`);
        const services: string[] = [];
        for (let offset = 0; offset <= 1_000; offset += 70) {
          const page = await read(offset, 70);
          t.equal(page.total, total, `the same on the page at ${offset}`);
          services.push(...page.services.map(({ service }) => service));
        }
        t.equal(services.length, total, text);
        t.equal(new Set(services).size, total, 'each once');
        t.strictSame((await read(1_000, 20)).services, []);
      }
    }
  });

  await t.test('a page after the last one is empty, and has the confidence of the first', async (t) => {
    const pastEnd = await ask('weather', 900, 5);
    t.strictSame(pastEnd.services, []);
    t.match(pastEnd.reason, /^There are only \d+ matches\.$/);
    t.equal(pastEnd.confidence, (await ask('weather', 0, 20)).confidence);
  });
}
