import { meilisearch } from '@shirube/testing';
import t from 'tap';
import { shirube, shirubeJson } from './shirube.js';

t.test('the keys of reader and indexer can be made again and again, and stay the same', async (t) => {
  const access = await meilisearch(t);
  if (!access) return;
  const env = { MEILI_URL: access.url, MEILI_MASTER_KEY: access.apiKey };
  const keys = await shirubeJson(['engine', 'keys'], env);
  t.not(keys.reader, keys.indexer);
  t.same(await shirubeJson(['engine', 'keys'], env), keys);
  const quiet = await shirube(['engine', 'keys', '--quiet'], env);
  t.equal(quiet.code, 0);
  t.equal(quiet.stdout, 'The keys of reader and indexer are in place.\n');
});

t.test('a variable that is missing, or a Meilisearch that does not answer, is one sentence', async (t) => {
  const unset = await shirube(['engine', 'keys'], { MEILI_MASTER_KEY: '' });
  t.equal(unset.code, 1);
  t.match(unset.stderr, /^shirube: .*MEILI_URL.*\n$/);
  const env = { MEILI_URL: 'http://127.0.0.1:1', MEILI_MASTER_KEY: 'a-master-key-of-16' };
  const away = await shirube(['engine', 'keys'], env);
  t.equal(away.code, 1);
  t.match(away.stderr, /^shirube: Meilisearch at http:\/\/127\.0\.0\.1:1 cannot be used: .*\n$/);
});
