import { loadLanguage } from '@shirube/language';
import { meilisearch, startModelServer, type TestServer, until } from '@shirube/testing';
import t from 'tap';
import { createEmbeddedEngine, createMeilisearchIndex, type Embedder, intentSearch } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import { embedderOf, fillBoth } from '../rankedByModel.js';

const services = [
  { name: 'Mood Meter', description: 'Sentiment analysis of customer comments, positive or negative.' },
  { name: 'Page Camera', description: 'Takes a screenshot of any web page.' },
  { name: 'Ledger', description: 'Balances of wallets on many chains.' },
  { name: 'Skyline', description: 'Weather forecast for any city, hour by hour.' },
  { name: 'Polyglot', description: 'Machine translation between 40 languages.' },
  { name: 'Parcel Eye', description: 'Tracks shipments of all carriers.' },
];
const changes = services.map((service, i) => ({ upsert: entry(i + 1, service) }));

/** What people say instead of the words of a service. */
const paraphrases: [string, string][] = [
  ['are people happy or angry about us', 'Mood Meter'],
  ['お客さんが喜んでいるか怒っているか知りたい', 'Mood Meter'],
  ['a picture of how a site looks', 'Page Camera'],
  ['ホームページの見た目を画像で残す', 'Page Camera'],
  ['do I need an umbrella tomorrow', 'Skyline'],
  ['明日は傘がいるかな', 'Skyline'],
  ['turn my English letter into Spanish', 'Polyglot'],
  ['私の荷物はいまどこ', 'Parcel Eye'],
];

const modelServer = await startModelServer(t);
if (modelServer) await testModel(modelServer);

async function testModel(server: TestServer): Promise<void> {
  const language = await loadLanguage();
  const embedderCalled = (name: string): Embedder =>
    embedderOf({ EMBEDDER_URL: `${server.url}/v1`, EMBEDDER_MODEL: name, EMBEDDER_DEADLINE_MS: 20_000 }, language);
  const embedder = embedderCalled('multilingual-e5-small');
  const ask = (reader: Parameters<typeof intentSearch>[0], text: string) =>
    intentSearch(reader, language, { text, filter: {}, limit: services.length });

  t.test('vectors of a real model tell services apart by what they mean', async (t) => {
    const documents = await embedder.documents(services.map(({ name, description }) => `${name}. ${description}`));
    t.equal(documents?.length, services.length);
    const right: string[] = [];
    for (const [text, name] of paraphrases) {
      const query = await embedder.query(text);
      const cosine = (vector: Float32Array) => vector.reduce((sum, value, i) => sum + value * (query?.[i] ?? 0), 0);
      const cosines = documents?.map(cosine) ?? [];
      if (services[cosines.indexOf(Math.max(...cosines))]?.name === name) right.push(text);
    }
    // By chance one in six would be right.
    t.ok(right.length >= 0.75 * paraphrases.length, `${right.length} of ${paraphrases.length}: ${right.join('; ')}`);
  });

  t.test('Meilisearch ranks by a real model as the embedded engine does, and is rebuilt for another', async (t) => {
    const access = await meilisearch(t);
    if (!access) return;
    const { indexUid, reader, engine } = await fillBoth(t, access, language, embedder, changes);
    for (const [text, name] of paraphrases) {
      const answer = await ask(reader, text);
      t.equal(answer.services[0]?.name, name, text);
      t.strictSame(answer, await ask(engine, text));
    }
    const other = createMeilisearchIndex({ ...access, indexUid, embedder: embedderCalled('another-model') });
    t.equal((await other.prepare()).rebuildNeeded, true);
    await other.close();
  });

  t.test('intents find their service by a real model, and without it once its server stops', async (t) => {
    const engine = createEmbeddedEngine(language, { embedder });
    await engine.apply(changes);
    for (const [text, name] of paraphrases) t.equal((await ask(engine, text)).services[0]?.name, name, text);

    await server.kill();
    t.equal(await embedder.query('where is my parcel'), undefined);
    t.equal((await ask(engine, 'where is my parcel')).services[0]?.name, 'Parcel Eye', 'by words and tasks');
    await engine.apply([{ upsert: entry(20, { name: 'Rhymer', description: 'Finds rhymes for a word.' }) }]);
    t.equal((await ask(engine, 'rhymes for a poem')).services[0]?.name, 'Rhymer', 'indexed meanwhile');

    await server.start();
    t.ok(await until(() => embedder.query('where is my parcel'), { message: 'the server is asked again' }));
  });
}
