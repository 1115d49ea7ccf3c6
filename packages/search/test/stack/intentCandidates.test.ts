import { setTimeout as delay } from 'node:timers/promises';
import { variedServices } from '@shirube/evaluate';
import { loadLanguage, readTaskTexts } from '@shirube/language';
import { meilisearch, until } from '@shirube/testing';
import t from 'tap';
import { createEmbeddedEngine, createMeilisearchReader, intentSearch, type SearchReader } from '../../dist/index.js';
import { entry, serviceId } from '../catalogFixture.js';
import { emptyIndex } from '../temporaryIndex.js';

/** Many more services than are ranked for one intent, with different texts: a plan that works on few proves nothing. */
const count = 6_000;
const language = await loadLanguage();
const tasks = await readTaskTexts();
const varied = variedServices(tasks, count);
const services = varied.map(({ registration }, i) => {
  const plain = entry(i, registration);
  return { ...plain, service: { ...plain.service, ...registration } };
});
/** Long sentences, of which most words are common. */
const intents = varied.filter((_, i) => i % 20 === 0).map(({ intent }) => intent);
const idsOf = async (reader: SearchReader, text: string, limit = 10): Promise<string[]> =>
  (await intentSearch(reader, language, { text, filter: {}, limit })).services.map(({ id }) => id);

const access = await meilisearch(t);

if (access) {
  const embedded = createEmbeddedEngine(language);
  const { index, reader, client, indexUid } = await emptyIndex(t, access);
  const changes = services.map((upsert) => ({ upsert }));
  await Promise.all([embedded.apply(changes), index.apply(changes)]);

  await t.test('the candidates hold nearly all services that a ranking of every service finds', async (t) => {
    let common = 0;
    for (const text of intents) {
      const [exact, found] = await Promise.all([idsOf(embedded, text), idsOf(reader, text)]);
      const most = Math.max(1, exact.length, found.length);
      common += (exact.filter((id) => found.includes(id)).length + (exact.length === 0 ? most : 0)) / most;
    }
    t.ok(common >= 0.96 * intents.length, `${common.toFixed(1)} of ${intents.length} first tens in common`);
  });

  await t.test('an intent finds a new service and not a removed one, as soon as the index has them', async (t) => {
    await index.apply([{ upsert: entry(count, { name: 'Xylophone Zebra', description: 'Zebra xylophones.' }) }]);
    t.strictSame((await idsOf(reader, 'xylophone zebra')).slice(0, 1), [serviceId(count)]);
    await index.apply([{ remove: serviceId(count) }]);
    t.notOk((await idsOf(reader, 'xylophone zebra')).includes(serviceId(count)));
  });

  await t.test('a service is found by its task where it shares no word with the intent', async (t) => {
    const change = {
      upsert: entry(count + 1, { name: 'Kalomi', description: 'Sentiment analysis of customer feedback.' }),
    };
    await Promise.all([embedded.apply([change]), index.apply([change])]);
    const { results } = await client
      .index(indexUid)
      .getDocuments({ filter: 'tasks = "sentiment-analysis"', limit: 1_000 });
    t.ok(results.some(({ id }) => id === serviceId(count + 1)));
    for (const text of ['好意的なのか批判的なのか', 'うちの評判は好意的？それとも否定的？']) {
      for (const engine of [embedded, reader]) {
        const { services } = await intentSearch(engine, language, { text, filter: {}, limit: 10 });
        const found = services.find(({ id }) => id === serviceId(count + 1));
        t.match(found?.relevance, { reason: /matches the task: |用途「|（感情極性分析/ }, text);
      }
    }
    const removal = [{ remove: serviceId(count + 1) }];
    await Promise.all([embedded.apply(removal), index.apply(removal)]);
  });

  await t.test('intents are answered while services are removed, the index is swapped and readers start', async (t) => {
    const failures: unknown[] = [];
    let answered = 0;
    let asking = true;
    const askOn = async () => {
      for (let i = 0; asking; i += 1) {
        await idsOf(reader, intents[i % intents.length] ?? '').catch((error) => failures.push(error));
        answered += 1;
        // Without a pause it would take a processor from the other tests.
        await delay(100);
      }
    };
    const more = async () => {
      const before = answered;
      await until(() => answered > before + 4, { message: 'nothing is answered' });
    };
    const answers = Promise.all([askOn(), askOn()]);
    await more();
    await index.apply([{ remove: serviceId(0) }]);
    await more();
    const rebuild = await index.beginRebuild();
    await rebuild.apply(changes.slice(1, 1_001));
    await more();
    await rebuild.promote();
    await more();
    const another = createMeilisearchReader({ ...access, indexUid, limits: { deadline: 20_000 } });
    t.teardown(() => another.close());
    await another.ping();
    const text = intents[0] ?? '';
    const fresh = await idsOf(another, text);
    t.ok(fresh.length > 0, 'a reader that is ready answers');
    await until(async () => String(await idsOf(reader, text)) === String(fresh), {
      message: 'a reader goes on with the statistics of an index that is gone',
    });
    asking = false;
    await answers;
    t.strictSame(failures, []);
  });
}
