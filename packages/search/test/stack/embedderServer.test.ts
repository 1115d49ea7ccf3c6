import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { loadLanguage } from '@shirube/language';
import { meilisearch, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createEmbeddedEngine, createMeilisearchIndex, type Embedder, intentSearch } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import { embedderOf, fillBoth } from '../rankedByModel.js';

// A server of a real model. docs/CONTRIBUTING.md describes how to run one.
const { EMBEDDER_TEST_URL: url, EMBEDDER_TEST_MODEL: model, EMBEDDER_TEST_KEY: key } = process.env;
const skip = url ? false : 'EMBEDDER_TEST_URL does not name a server with a model (http://…/v1)';
const language = await loadLanguage();

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

/** Passes connections on to the server, so that it can stop and start again for us alone. */
async function passOn(t: Test) {
  const { hostname, port, pathname } = new URL(url ?? '');
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port || 80), hostname);
    for (const socket of [near, far]) {
      open.add(socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket)));
    }
    near.pipe(far).pipe(near);
  });
  const start = async (at = 0) => {
    await once(server.listen(at, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const own = await start();
  t.teardown(() => server.listening && stop());
  return { address: `http://127.0.0.1:${own}${pathname}`, stop, start: () => start(own) };
}

function embedderAt(address: string | undefined, name = model): Embedder {
  const settings = { EMBEDDER_URL: address, EMBEDDER_MODEL: name, EMBEDDER_API_KEY: key, EMBEDDER_DEADLINE_MS: 20_000 };
  return embedderOf(settings, language);
}

const ask = (reader: Parameters<typeof intentSearch>[0], text: string) =>
  intentSearch(reader, language, { text, filter: {}, limit: services.length });

t.test('the vectors of a real model distinguish services by their meaning', { skip }, async (t) => {
  const embedder = embedderAt(url);
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

t.test('intents find their service by a real model, and without it once its server stops', { skip }, async (t) => {
  const { address, stop, start } = await passOn(t);
  const embedder = embedderAt(address);
  const engine = createEmbeddedEngine(language, { embedder });
  await engine.apply(changes);
  for (const [text, name] of paraphrases) t.equal((await ask(engine, text)).services[0]?.name, name, text);

  await stop();
  t.equal(await embedder.query('where is my parcel'), undefined);
  t.equal((await ask(engine, 'where is my parcel')).services[0]?.name, 'Parcel Eye', 'by words and tasks');
  await engine.apply([{ upsert: entry(20, { name: 'Rhymer', description: 'Finds rhymes for a word.' }) }]);
  t.equal((await ask(engine, 'rhymes for a poem')).services[0]?.name, 'Rhymer', 'indexed meanwhile');

  await start();
  t.ok(await until(() => embedder.query('where is my parcel'), { message: 'the server is asked again' }));
});

const access = skip ? undefined : await meilisearch(t);
if (access) {
  t.test('Meilisearch ranks by a real model as the embedded engine does, and is rebuilt for another', async (t) => {
    const embedder = embedderAt(url);
    const { indexUid, reader, engine } = await fillBoth(t, access, language, embedder, changes);
    for (const [text, name] of paraphrases) {
      const answer = await ask(reader, text);
      t.equal(answer.services[0]?.name, name, text);
      t.strictSame(answer, await ask(engine, text));
    }
    const other = createMeilisearchIndex({ ...access, indexUid, embedder: embedderAt(url, `${model}-other`) });
    t.equal((await other.prepare()).rebuildNeeded, true);
    await other.close();
  });
}
