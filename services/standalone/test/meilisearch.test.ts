import { moderateService } from '@shirube/catalog';
import { meilisearch, redisUrl, registration, until } from '@shirube/testing';
import t from 'tap';
import { contract, ofEngine } from './http/contract.js';
import { metrics } from './http/metrics.js';
import { startDirectory } from './http/startDirectory.js';

const [engine, queue] = await Promise.all([meilisearch(t), redisUrl(t)]);
if (engine && queue) {
  const environment = { MEILI_URL: engine.url, MEILI_API_KEY: engine.apiKey, REDIS_URL: queue };
  const { directory, client } = await startDirectory(t, environment);
  // The first Japanese word loads the dictionary of Meilisearch, which takes a while.
  const isReady = async () => (await client.get('/ready')).status === 200;
  await until(isReady, { message: 'Meilisearch does not get ready' });
  await t.test('the directory on Meilisearch and Redis keeps the part of the contract that an engine can break', (t) =>
    contract(t, client, ofEngine),
  );
  await t.test('/metrics has the figures of the index and the queue, and no secret', (t) => metrics(t, client));

  await t.test('an impostor comes last in the list, and a hidden service is in neither list nor search', async (t) => {
    const category = 'marmalade';
    const name = 'Marmalade weather oracle';
    const [first, second] = [
      ...(await client.registerAll([registration({ name, category })])),
      ...(await client.registerAll([registration({ name: `${name} again`, category })])),
    ];
    if (!first || !second) throw new Error('the services were not registered');
    const moderate = (action: 'hide' | 'impostor') =>
      moderateService(directory.database, 'test', { id: first.id, action, reason: 'test' });
    const isListed = (...expected: string[]) =>
      until(
        async () => {
          const { body } = await client.list({ category, sortBy: 'name' });
          return body.map(({ id }) => id).join() === expected.join();
        },
        { message: `the list is not ${expected.join(', ')}` },
      );
    await isListed(first.id, second.id);
    await moderate('impostor');
    await isListed(second.id, first.id);
    await moderate('hide');
    await isListed(second.id);
    for (const { services } of [await client.keyword(name), await client.intent(name)])
      t.notOk(services.some(({ id }) => id === first.id));
  });
}
