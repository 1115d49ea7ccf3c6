import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadLanguage } from '@shirube/language';
import { meilisearch, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createEmbeddedEngine, createMeilisearchIndex, type Embedder, intentSearch } from '../dist/index.js';
import { entry } from './catalogFixture.js';
import { embedderOf, fillBoth } from './rankedByModel.js';

const language = await loadLanguage();
const changes = [
  entry(1, { name: 'Mood Meter', description: 'Sentiment analysis of customer comments, positive or negative.' }),
  entry(2, { name: 'Page Camera', description: 'Takes a screenshot of any web page.' }),
  entry(3, { name: 'Ledger', description: 'Balances of wallets on many chains.' }),
].map((upsert) => ({ upsert }));
const paraphrase = 'are people happy or angry about us';

/** Serves a model as other servers do: the language's own one with different axes. It can be made to hang. */
async function serveModel(t: Test) {
  const requests: { texts: string[]; model: string; key: string | undefined }[] = [];
  const state = { hangs: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input, model }: { input: string[]; model: string } = JSON.parse(Buffer.concat(chunks).toString());
    requests.push({ texts: input, model, key: request.headers.authorization });
    if (state.hangs) return;
    const data = input.map((text, index) => {
      const meaning = language.meaning(text) ?? new Float32Array(128);
      return { object: 'embedding', index, embedding: [...meaning.toReversed(), ...meaning, 0.5] };
    });
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ object: 'list', data: data.reverse() }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests, state };
}

function embedderFor(url: string, model = 'small', deadline = 20_000): Embedder {
  const settings = {
    EMBEDDER_URL: url,
    EMBEDDER_MODEL: model,
    EMBEDDER_API_KEY: 'secret',
    EMBEDDER_DEADLINE_MS: deadline,
  };
  return embedderOf(settings, language);
}

const ask = (reader: Parameters<typeof intentSearch>[0], text = paraphrase) =>
  intentSearch(reader, language, { text, filter: {}, limit: 3 });

t.test('a model behind HTTP provides the meanings of services and intents, once per intent', async (t) => {
  const { url, requests } = await serveModel(t);
  const engine = createEmbeddedEngine(language, { embedder: embedderFor(url) });
  await engine.apply(changes);
  const answer = await ask(engine);
  t.equal(answer.services[0]?.name, 'Mood Meter');
  t.ok(requests.every(({ model, key }) => model === 'small' && key === 'Bearer secret'));
  const texts = requests.flatMap((one) => one.texts);
  t.ok(texts.includes(paraphrase));
  t.ok(texts.some((text) => text.startsWith('Page Camera. Takes a screenshot')));
  const before = requests.length;
  await ask(engine);
  t.equal(requests.length, before, 'the same intent is not asked for twice');
});

t.test('a model that hangs delays neither indexing nor intents, and is used again once it answers', async (t) => {
  const { url, state, requests } = await serveModel(t);
  state.hangs = true;
  const engine = createEmbeddedEngine(language, { embedder: embedderFor(url, 'small', 10) });
  await engine.apply(changes);
  t.equal((await ask(engine)).services[0]?.name, 'Mood Meter', 'by the built-in meanings');
  const before = requests.length;
  for (let i = 0; i < 50; i += 1) await ask(engine, `picture of site ${i}`);
  t.ok(requests.length - before < 25, 'it is left alone for a while');
  state.hangs = false;
  const recovered = async () => {
    await engine.apply(changes);
    return requests.slice(before).some(({ texts }) => texts.some((text) => text.startsWith('Mood Meter')));
  };
  t.ok(await until(recovered, { message: 'the model is asked again' }));
});

t.test('services with a meaning of the model are found by their words while it does not answer', async (t) => {
  const { url, state } = await serveModel(t);
  const engine = createEmbeddedEngine(language, { embedder: embedderFor(url, 'small', 1_000) });
  await engine.apply(changes);
  state.hangs = true;
  t.equal((await ask(engine, 'screenshot of a web page')).services[0]?.name, 'Page Camera');
});

const access = await meilisearch(t);
if (access) {
  t.test('Meilisearch ranks by the model as the embedded engine does, and is rebuilt for another', async (t) => {
    const { url } = await serveModel(t);
    const embedder = embedderFor(url);
    const { indexUid, reader, engine } = await fillBoth(t, access, language, embedder, changes);
    const scores = async (side: typeof reader | typeof engine) =>
      (await ask(side)).services.map(({ name, relevance: { score, reason } }) => ({ name, score, reason }));
    t.strictSame(await scores(reader), await scores(engine));

    const needsRebuild = async (other?: Embedder) => {
      const prepared = createMeilisearchIndex({ ...access, indexUid, embedder: other });
      const { rebuildNeeded } = await prepared.prepare();
      await prepared.close();
      return rebuildNeeded;
    };
    t.equal(await needsRebuild(embedderFor(url)), false, 'the same model');
    t.equal(await needsRebuild(embedderFor(url, 'large')), true, 'another model');
    t.equal(await needsRebuild(), true, 'none');
  });
}
