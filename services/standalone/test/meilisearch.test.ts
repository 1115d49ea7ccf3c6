import { redisUrl, startMeilisearch, until } from '@shirube/testing';
import t from 'tap';
import { contract } from './http/contract.js';
import { metrics } from './http/metrics.js';
import { startDirectory } from './http/startDirectory.js';

const [engine, queue] = await Promise.all([startMeilisearch(t), redisUrl(t)]);
if (engine && queue) {
  const environment = { MEILI_URL: engine.url, MEILI_API_KEY: engine.apiKey, REDIS_URL: queue };
  const { client } = await startDirectory(t, environment);
  // The first Japanese word loads the dictionary of Meilisearch, which takes a while.
  const isReady = async () => (await client.get('/ready')).status === 200;
  await until(isReady, { message: 'Meilisearch does not get ready' });
  await t.test('the directory on Meilisearch and Redis', (t) => contract(t, client));
  await t.test('metrics answer', (t) => metrics(t, client));
}
